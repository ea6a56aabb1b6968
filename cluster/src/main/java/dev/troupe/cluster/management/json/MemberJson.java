package dev.troupe.cluster.management.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.jspecify.annotations.Nullable;

/**
 * A process that is a member of the cluster, broker or application.
 *
 * @param status joining, up, leaving, exiting, down or removed
 * @param reachable whether this node hears from it
 */
public record MemberJson(String address, String status, boolean reachable, List<String> roles) {

    /** All that this node sees, and which of them leads the membership, which has nothing to do with the controller. */
    public static Map<String, @Nullable Object> of(CurrentClusterState state) {
        List<MemberJson> members = new ArrayList<>();
        for (Member member : state.getMembers()) {
            members.add(new MemberJson(
                    member.address().toString(),
                    member.status().toString().toLowerCase(Locale.ROOT),
                    !state.getUnreachable().contains(member),
                    List.copyOf(new TreeSet<>(member.getRoles()))));
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("members", members);
        all.put("leader", state.getLeader() == null ? null : state.getLeader().toString());
        return all;
    }
}
