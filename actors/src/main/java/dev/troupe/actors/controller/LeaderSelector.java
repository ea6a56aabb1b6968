package dev.troupe.actors.controller;

import java.util.List;
import java.util.Optional;

/** Ways to choose a partition's next leader (P3). All are pure functions of the controller's state. */
sealed interface LeaderSelector {

    /**
     * A leader and the ISR it begins with.
     *
     * @param unclean whether it was not in sync, so that records may be lost (C11)
     */
    record Choice(int leader, List<Integer> isr, boolean unclean) {}

    /** The next leader, if there can be one. */
    default Optional<Choice> select(ControllerState state, PartitionId id) {
        PartitionState partition = state.topics().partition(id);
        return switch (this) {
            case Offline offline -> {
                Optional<Choice> clean = inSync(state, partition, partition.replicas());
                yield clean.isPresent() || !offline.unclean() ? clean : anyLive(state, partition);
            }
            case Preferred _ -> inSync(state, partition, List.of(partition.preferredLeader()));
            case Reassignment reassignment -> inSync(state, partition, reassignment.target());
            case ControlledShutdown shutdown -> {
                List<Integer> others = partition.replicas().stream()
                        .filter(replica -> replica != shutdown.broker())
                        .toList();
                yield inSync(state, partition, others)
                        .map(choice -> new Choice(choice.leader(), without(choice.isr(), shutdown.broker()), false));
            }
        };
    }

    /**
     * The first assigned replica that is live and in sync.
     *
     * @param unclean whether, where there is none, any live replica will do
     */
    record Offline(boolean unclean) implements LeaderSelector {}

    /** The first assigned replica, if it is live and in sync. */
    record Preferred() implements LeaderSelector {}

    /** The first of the new assignment that is live and in sync (C13). */
    record Reassignment(List<Integer> target) implements LeaderSelector {
        public Reassignment {
            target = List.copyOf(target);
        }
    }

    /** The first that is live, in sync and not the broker that wants to stop (C9). */
    record ControlledShutdown(int broker) implements LeaderSelector {}

    private static Optional<Choice> inSync(ControllerState state, PartitionState partition, List<Integer> candidates) {
        return candidates.stream()
                .filter(replica -> state.mayLead(replica) && partition.isr().contains(replica))
                .findFirst()
                .map(leader -> new Choice(
                        leader, partition.isr().stream().filter(state::live).toList(), false));
    }

    private static Optional<Choice> anyLive(ControllerState state, PartitionState partition) {
        return partition.replicas().stream()
                .filter(state::mayLead)
                .findFirst()
                .map(leader -> new Choice(leader, List.of(leader), true));
    }

    private static List<Integer> without(List<Integer> isr, int broker) {
        return isr.stream().filter(member -> member != broker).toList();
    }
}
