package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.troupe.actors.partition.LeaderEvent.Appended;
import dev.troupe.actors.partition.LeaderEvent.Fetched;
import dev.troupe.actors.partition.LeaderEvent.IsrDecided;
import dev.troupe.actors.partition.LeaderEvent.LagChecked;
import dev.troupe.actors.partition.LeaderEvent.ProposalRefused;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

/** High watermark, in-sync replicas and acknowledgements of a leader (L4 to L6). The leader is broker 1, in epoch 5. */
class LeaderLogicTest {
    private static final long MAX_LAG = 30;
    private static final short ALL = -1;

    private long fetches;

    @Test
    void aLoneReplicaCommitsWhatItAppends() {
        LeaderState state = LeaderLogic.elected(1, info(List.of(1), List.of(1)), 10, 0, 0);
        assertThat(state.highWatermark()).isEqualTo(10);

        state = LeaderLogic.evolve(state, new Appended(12, 0));

        assertThat(state.highWatermark()).isEqualTo(12);
        assertThat(state.someLag()).isFalse();
    }

    @Test
    void aNewLeaderKeepsItsHighWatermarkUntilItsFollowersAreHeard() {
        LeaderState state = leaderOfThree(10, 4);
        assertThat(state.highWatermark()).isEqualTo(4);

        state = fetched(state, 2, 10, 1);
        assertThat(state.highWatermark()).isEqualTo(4);

        state = fetched(state, 3, 7, 2);
        assertThat(state.highWatermark()).isEqualTo(7);
    }

    @Test
    void theHighWatermarkIsTheSmallestLogEndOfTheIsrAndNeverGoesBack() {
        LeaderState state = fetched(fetched(leaderOfThree(10, 10), 2, 10, 1), 3, 10, 1);
        state = LeaderLogic.evolve(state, new Appended(20, 2));
        state = fetched(fetched(state, 2, 20, 3), 3, 15, 3);
        assertThat(state.highWatermark()).isEqualTo(15);

        state = fetched(state, 3, 12, 4);

        assertThat(state.highWatermark()).isEqualTo(15);
    }

    @Test
    void aReplicaOutOfTheIsrDoesNotHoldBackTheHighWatermark() {
        LeaderState state = LeaderLogic.elected(1, info(List.of(1, 2, 3), List.of(1, 2)), 0, 0, 0);

        state = fetched(LeaderLogic.evolve(state, new Appended(8, 1)), 2, 8, 2);

        assertThat(state.highWatermark()).isEqualTo(8);
    }

    @Test
    void aFollowerThatCaughtUpIsProposedAndCountsAtOnce() {
        LeaderState state = LeaderLogic.elected(1, info(List.of(1, 2), List.of(1)), 10, 10, 0);

        state = fetched(state, 2, 10, 1);
        assertThat(state.proposedIsr()).containsExactly(1, 2);

        state = LeaderLogic.evolve(state, new Appended(15, 2));
        assertThat(state.highWatermark()).isEqualTo(10);
    }

    @Test
    void aFollowerBehindTheBeginOfTheEpochIsNotProposed() {
        LeaderState state = LeaderLogic.elected(1, info(List.of(1, 2, 3), List.of(1, 3)), 10, 4, 0);

        state = fetched(state, 2, 9, 1);
        assertThat(state.proposedIsr()).isNull();

        state = fetched(state, 2, 10, 2);
        assertThat(state.proposedIsr()).containsExactly(1, 3, 2);
    }

    @Test
    void aFollowerThatLagsTooLongIsProposedToLeave() {
        LeaderState state = fetched(fetched(leaderOfThree(10, 10), 2, 10, 1), 3, 10, 1);
        state = LeaderLogic.evolve(state, new Appended(20, 5));
        state = fetched(state, 2, 20, 6);

        assertThat(check(state, 5 + MAX_LAG).proposedIsr()).isNull();
        assertThat(check(state, 6 + MAX_LAG).proposedIsr()).containsExactly(1, 2);
    }

    @Test
    void waitingAtTheLogEndIsNoLagHoweverLong() {
        LeaderState state = fetched(fetched(leaderOfThree(10, 10), 2, 10, 1), 3, 10, 1);
        assertThat(state.someLag()).isFalse();

        state = LeaderLogic.evolve(state, new Appended(11, 1_000_000));

        assertThat(state.someLag()).isTrue();
        assertThat(check(state, 1_000_000 + MAX_LAG).proposedIsr()).isNull();
    }

    @Test
    void aFollowerThatKeepsUpUnderLoadStaysThoughItIsNeverAtTheEnd() {
        LeaderState state = fetched(fetched(leaderOfThree(0, 0), 2, 0, 0), 3, 0, 0);
        for (int step = 1; step <= 100; step++) {
            state = LeaderLogic.evolve(state, new Appended(step, step));
            state = fetched(fetched(state, 2, step, step), 3, step - 1, step);
            state = check(state, step);
            assertThat(state.proposedIsr()).isNull();
        }
    }

    @Test
    void whoIsProposedToLeaveCountsUntilTheControllerAgrees() {
        LeaderState state = fetched(fetched(leaderOfThree(10, 10), 2, 10, 1), 3, 10, 1);
        state = fetched(LeaderLogic.evolve(state, new Appended(20, 5)), 2, 20, 6);
        state = check(state, 100);
        assertThat(state.highWatermark()).isEqualTo(10);

        state = LeaderLogic.evolve(state, new IsrDecided(info(6, List.of(1, 2, 3), List.of(1, 2)), 101));

        assertThat(state.highWatermark()).isEqualTo(20);
        assertThat(state.proposedIsr()).isNull();
    }

    @Test
    void aRefusedProposalIsForgotten() {
        LeaderState state = LeaderLogic.elected(1, info(List.of(1, 2), List.of(1)), 10, 10, 0);

        state = LeaderLogic.evolve(fetched(state, 2, 10, 1), new ProposalRefused());

        assertThat(state.proposedIsr()).isNull();
        assertThat(state.info().isr()).containsExactly(1);
    }

    @Test
    void anOlderDecisionChangesNothing() {
        LeaderState state = leaderOfThree(10, 10);

        assertThat(LeaderLogic.evolve(state, new IsrDecided(info(4, List.of(1), List.of(1)), 1)))
                .isEqualTo(state);
    }

    @Test
    void aLateFetchOrOneOfAnEarlierLifeCountsForNothing() {
        LeaderState state = fetched(leaderOfThree(10, 0), 2, 8, 1);

        assertThat(LeaderLogic.evolve(state, new Fetched(2, 1, fetches, 9, 2))).isEqualTo(state);
        assertThat(LeaderLogic.evolve(state, new Fetched(2, 0, fetches + 1, 9, 2)))
                .isEqualTo(state);
        assertThat(LeaderLogic.evolve(state, new Fetched(9, 1, fetches + 1, 9, 2)))
                .isEqualTo(state);
    }

    @Test
    void refusesAcksAllWithTooFewInSync() {
        LeaderState state = LeaderLogic.elected(1, info(List.of(1, 2, 3), List.of(1)), 0, 0, 0);

        assertThat(LeaderLogic.admission(state, ALL, 2)).isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
        assertThat(LeaderLogic.admission(state, (short) 1, 2)).isEqualTo(ErrorCode.NONE);
        assertThat(LeaderLogic.acknowledgement(state, 2)).isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND);
    }

    @Test
    void minInsyncReplicasAboveTheReplicaCountIsTheReplicaCount() {
        LeaderState state = LeaderLogic.elected(1, info(List.of(1), List.of(1)), 0, 0, 0);

        assertThat(LeaderLogic.admission(state, ALL, 3)).isEqualTo(ErrorCode.NONE);
        assertThat(LeaderLogic.acknowledgement(state, 3)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void anIsrWithoutItsLeaderIsNoState() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeaderLogic.elected(1, info(List.of(1, 2), List.of(2)), 0, 0, 0));
    }

    private static LeaderState leaderOfThree(long logEndOffset, long highWatermark) {
        return LeaderLogic.elected(1, info(List.of(1, 2, 3), List.of(1, 2, 3)), logEndOffset, highWatermark, 0);
    }

    private LeaderState fetched(LeaderState state, int replica, long offset, long now) {
        return LeaderLogic.evolve(state, new Fetched(replica, 1, ++fetches, offset, now));
    }

    private static LeaderState check(LeaderState state, long now) {
        return LeaderLogic.evolve(state, new LagChecked(MAX_LAG, now));
    }

    private static PartitionInfo info(List<Integer> replicas, List<Integer> isr) {
        return info(5, replicas, isr);
    }

    private static PartitionInfo info(int partitionEpoch, List<Integer> replicas, List<Integer> isr) {
        return new PartitionInfo(0, 1, 5, partitionEpoch, replicas, isr);
    }
}
