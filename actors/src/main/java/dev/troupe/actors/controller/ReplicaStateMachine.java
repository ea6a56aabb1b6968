package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.ReplicasChanged;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Moves batches of replicas through their states (R1). A step that is not legal is refused and changes nothing; the rest of the
 * batch goes on. NonExistent to New is the creation of the topic or partition itself.
 */
final class ReplicaStateMachine {
    private ReplicaStateMachine() {}

    /** One replica. */
    record ReplicaId(PartitionId partition, int broker) {}

    /** Moves the replicas to that state. */
    static void move(Draft draft, Collection<ReplicaId> replicas, ReplicaStatus next, String cause) {
        List<ReplicaChange> changes = new ArrayList<>();
        for (ReplicaId replica : replicas) {
            PartitionId id = replica.partition();
            ReplicaStatus status = draft.state().topics().partition(id).replica(replica.broker());
            if (status.mayBecome(next)) {
                changes.add(new ReplicaChange(id.topic(), id.partition(), replica.broker(), next));
            } else {
                draft.refuse("replica " + draft.state().name(id) + " on broker " + replica.broker() + " from " + status
                        + " to " + next);
            }
        }
        if (!changes.isEmpty()) {
            draft.add(new ReplicasChanged(changes, draft.nowMs(), cause));
        }
    }
}
