package dev.troupe.actors.partition;

import dev.troupe.actors.partition.PartitionSignal.IsrAnswered;
import dev.troupe.actors.partition.PartitionSignal.ProposeAgain;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartitionReply;
import dev.troupe.protocol.controller.ControllerCommand.PartitionOutcome;
import dev.troupe.protocol.controller.IsrChange;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.time.Duration;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** Asks the controller for another ISR until it has answered (L6): messages to it may be lost while it moves. */
final class IsrProposer {
    private static final PartitionSignal PROPOSE_AGAIN = new ProposeAgain();
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Replica replica;
    private @Nullable ActorRef<AlterPartitionReply> answers;

    IsrProposer(Replica replica) {
        this.replica = replica;
    }

    void propose(LeaderState state) {
        List<Integer> isr = state.proposedIsr();
        if (isr == null) {
            return;
        }
        PartitionInfo info = state.info();
        IsrChange change = new IsrChange(replica.partition(), info.leaderEpoch(), info.partitionEpoch(), isr);
        replica.node()
                .controller()
                .tell(new AlterPartition(
                        replica.node().brokerId(),
                        replica.node().brokerEpoch().getAsLong(),
                        List.of(change),
                        answers()));
        replica.timers().startSingleTimer(PROPOSE_AGAIN, PROPOSE_AGAIN, PATIENCE);
    }

    private ActorRef<AlterPartitionReply> answers() {
        ActorRef<AlterPartitionReply> to = answers;
        if (to == null) {
            to = replica.actor().messageAdapter(AlterPartitionReply.class, this::answer);
            answers = to;
        }
        return to;
    }

    private PartitionCommand answer(AlterPartitionReply reply) {
        PartitionOutcome outcome = reply.partitions().get(replica.partition());
        if (reply.error() != ErrorCode.NONE || outcome == null) {
            return new IsrAnswered(reply.error(), null);
        }
        return new IsrAnswered(outcome.error(), outcome.info());
    }

    /** What the answer means to the leader; null where the controller has still to decide. */
    @Nullable
    LeaderEvent answered(IsrAnswered answer, LeaderState state, long nowNanos) {
        if (answer.error() == ErrorCode.NOT_CONTROLLER || answer.error() == ErrorCode.REQUEST_TIMED_OUT) {
            return null;
        }
        replica.timers().cancel(PROPOSE_AGAIN);
        PartitionInfo info = answer.info();
        boolean stillLeads = info != null
                && info.leader() == state.self()
                && info.leaderEpoch() == state.info().leaderEpoch()
                && info.partitionEpoch() >= state.info().partitionEpoch();
        if (info != null && stillLeads) {
            return new LeaderEvent.IsrDecided(info, nowNanos);
        }
        replica.actor()
                .getLog()
                .info(
                        "{} keeps ISR {}: the controller answered {}",
                        replica.partition(),
                        state.info().isr(),
                        answer.error());
        return new LeaderEvent.ProposalRefused();
    }
}
