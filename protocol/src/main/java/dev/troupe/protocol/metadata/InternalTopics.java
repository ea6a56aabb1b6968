package dev.troupe.protocol.metadata;

import java.util.Set;

/** Topics that belong to the brokers themselves: users cannot delete them. */
public final class InternalTopics {
    /** Where committed offsets and groups live (G1). */
    public static final String CONSUMER_OFFSETS = "__consumer_offsets";

    private static final Set<String> NAMES = Set.of(CONSUMER_OFFSETS, "__transaction_state", "__share_group_state");

    private InternalTopics() {}

    /** Whether the topic of that name is one of them. */
    public static boolean contains(String name) {
        return NAMES.contains(name);
    }
}
