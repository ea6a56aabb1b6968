package dev.troupe.protocol;

import java.util.OptionalInt;
import java.util.Set;

/** The role in Pekko Cluster by which members know which node a member is. */
public final class NodeRole {
    /** The role of all nodes that can be the controller: members that are applications only do not have it. */
    public static final String BROKER = "broker";

    private static final String PREFIX = "node-";

    private NodeRole() {}

    /** The role of that node. */
    public static String of(int nodeId) {
        return PREFIX + nodeId;
    }

    /** Which node a member with these roles is. */
    public static OptionalInt nodeOf(Set<String> roles) {
        return roles.stream()
                .filter(role -> role.startsWith(PREFIX))
                .mapToInt(role -> Integer.parseInt(role, PREFIX.length(), role.length(), 10))
                .findFirst();
    }
}
