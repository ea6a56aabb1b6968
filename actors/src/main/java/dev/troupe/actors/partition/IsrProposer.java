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

    /**
     * What the answer means to the leader; null where it has to go on as if its wish might be granted. So it is with most
     * errors: an earlier copy of the same wish may have been granted, and who is not counted then could be elected without
     * what was acknowledged meanwhile.
     */
    @Nullable
    LeaderEvent answered(IsrAnswered answer, LeaderState state, long nowNanos) {
        PartitionInfo info = answer.info();
        if (info != null && stillLeads(info, state)) {
            replica.timers().cancel(PROPOSE_AGAIN);
            return new LeaderEvent.IsrDecided(info, nowNanos);
        }
        if (answer.error() == ErrorCode.INELIGIBLE_REPLICA || answer.error() == ErrorCode.INVALID_REQUEST) {
            replica.timers().cancel(PROPOSE_AGAIN);
            replica.actor()
                    .getLog()
                    .info(
                            "{} keeps ISR {}: the controller answered {}",
                            replica.partition(),
                            state.info().isr(),
                            answer.error());
            return new LeaderEvent.ProposalRefused();
        }
        return null;
    }

    private static boolean stillLeads(PartitionInfo info, LeaderState state) {
        return info.leader() == state.self()
                && info.leaderEpoch() == state.info().leaderEpoch()
                && info.partitionEpoch() > state.info().partitionEpoch();
    }
}
