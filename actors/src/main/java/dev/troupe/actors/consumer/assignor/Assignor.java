package dev.troupe.actors.consumer.assignor;

import dev.troupe.protocol.TopicPartition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The ways to share partitions among the members of a group, by the names that Kafka's consumers know them by. */
public enum Assignor {
    /** Neighbouring partitions of each topic to each member: partitions of one number meet at one member. */
    RANGE("range", false),
    /** All partitions of all topics in turn. */
    ROUND_ROBIN("roundrobin", false),
    /** As even as can be, and as close to what was before as that allows; all is given up at each rebalance nevertheless. */
    STICKY("sticky", false),
    /** Like {@link #STICKY}, but only what moves is given up, in a rebalance of its own (KIP-429). */
    COOPERATIVE_STICKY("cooperative-sticky", true);

    private final String protocol;
    private final boolean cooperative;

    Assignor(String protocol, boolean cooperative) {
        this.protocol = protocol;
        this.cooperative = cooperative;
    }

    /** Its name in JoinGroup. */
    public String protocol() {
        return protocol;
    }

    /** Whether members keep what they have while the group rebalances. */
    public boolean isCooperative() {
        return cooperative;
    }

    /** The one of that name. */
    public static Optional<Assignor> named(String protocol) {
        for (Assignor each : values()) {
            if (each.protocol.equals(protocol)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /**
     * Shares the partitions.
     *
     * @param counts how many partitions each topic has; topics that are not in here do not exist
     * @param members all of the group
     * @return what each gets, by member id; nobody is missing
     */
    public SortedMap<String, List<TopicPartition>> assign(Map<String, Integer> counts, Collection<Subscriber> members) {
        SortedMap<String, Integer> topics = new TreeMap<>(counts);
        SortedSet<Subscriber> sorted = new TreeSet<>(members);
        return switch (this) {
            case RANGE -> RangeAssignment.of(topics, sorted);
            case ROUND_ROBIN -> RoundRobinAssignment.of(topics, sorted);
            case STICKY -> StickyAssignment.of(topics, sorted);
            case COOPERATIVE_STICKY -> Handover.inTwoSteps(StickyAssignment.of(topics, sorted), sorted);
        };
    }
}
