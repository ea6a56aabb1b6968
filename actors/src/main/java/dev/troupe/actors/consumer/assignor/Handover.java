package dev.troupe.actors.consumer.assignor;

import dev.troupe.protocol.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/** How a cooperative group moves partitions (KIP-429): nobody gets in this rebalance what another still has. */
final class Handover {
    private Handover() {}

    /**
     * Leaves out what moves from one member to another: its owner gives it up after this rebalance, the next one gives it away.
     */
    static SortedMap<String, List<TopicPartition>> inTwoSteps(
            SortedMap<String, List<TopicPartition>> target, SortedSet<Subscriber> members) {
        Map<TopicPartition, Subscriber> owners = StickyAssignment.owners(members);
        target.forEach((member, partitions) -> partitions.removeIf(partition -> {
            Subscriber owner = owners.get(partition);
            return owner != null && !owner.memberId().equals(member);
        }));
        return target;
    }
}
