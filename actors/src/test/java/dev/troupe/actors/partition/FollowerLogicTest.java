package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.partition.FollowerLogic.AppendAndFetch;
import dev.troupe.actors.partition.FollowerLogic.Ignore;
import dev.troupe.actors.partition.FollowerLogic.RestartAndFetch;
import dev.troupe.actors.partition.FollowerLogic.Retry;
import dev.troupe.actors.partition.FollowerLogic.TruncateAndFetch;
import dev.troupe.actors.partition.ReplicaMessage.Diverging;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.persistence.log.EpochEnd;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.junit.jupiter.api.Test;

/** What a follower does with an answer, and where two logs part (L5, L7). Fetch 7 is under way, from offset 100 of epoch 4. */
class FollowerLogicTest {
    private static final FollowerState STATE =
            new FollowerState(new PartitionInfo(0, 1, 5, 5, List.of(1, 2), List.of(1)), 7, 20, 100, 4);

    @Test
    void appendsWhatTheLeaderSends() {
        ByteBuffer records = ByteBuffer.allocate(3);

        assertThat(decide(new ReplicaRecords(7, records, 90, 20))).isEqualTo(new AppendAndFetch(records, 90, 20));
    }

    @Test
    void dropsAnswersToEarlierFetches() {
        assertThat(decide(new ReplicaRecords(6, ByteBuffer.allocate(3), 90, 20)))
                .isEqualTo(new Ignore());
        assertThat(decide(new Diverging(6, 3, 50))).isEqualTo(new Ignore());
    }

    @Test
    void cutsWhereTheLeadersEpochEnds() {
        assertThat(decide(new Diverging(7, 3, 50), new EpochEnd(3, 60))).isEqualTo(new TruncateAndFetch(50));
    }

    @Test
    void cutsWhereItsOwnEpochEndsIfThatIsEarlier() {
        assertThat(decide(new Diverging(7, 3, 50), new EpochEnd(2, 40))).isEqualTo(new TruncateAndFetch(40));
    }

    @Test
    void cutsAllWhereNothingIsShared() {
        assertThat(decide(new Diverging(7, -1, -1), new EpochEnd(-1, -1))).isEqualTo(new TruncateAndFetch(20));
    }

    @Test
    void startsAnewWhereTheLeaderDoesNotReachBack() {
        assertThat(decide(new FetchRefused(7, ErrorCode.OFFSET_OUT_OF_RANGE, 500)))
                .isEqualTo(new RestartAndFetch(500));
    }

    @Test
    void asksAgainLaterWhereTheLeaderRefuses() {
        assertThat(decide(new FetchRefused(7, ErrorCode.UNKNOWN_LEADER_EPOCH, -1)))
                .isEqualTo(new Retry(ErrorCode.UNKNOWN_LEADER_EPOCH));
    }

    @Test
    void logsPartWhereTheLeadersEpochEndsBeforeTheFollowers() {
        assertThat(FollowerLogic.divergence(fetch(100, 4), new EpochEnd(4, 99))).isEqualTo(new Diverging(7, 4, 99));
        assertThat(FollowerLogic.divergence(fetch(100, 4), new EpochEnd(3, 80))).isEqualTo(new Diverging(7, 3, 80));
    }

    @Test
    void logsAreOneWhileTheFollowersEndIsInTheSameEpoch() {
        assertThat(FollowerLogic.divergence(fetch(100, 4), new EpochEnd(4, 100)))
                .isNull();
        assertThat(FollowerLogic.divergence(fetch(100, 4), new EpochEnd(4, 300)))
                .isNull();
        assertThat(FollowerLogic.divergence(fetch(0, -1), new EpochEnd(-1, -1))).isNull();
    }

    private static FollowerLogic.Step decide(ReplicaMessage.Answer answer) {
        return decide(answer, new EpochEnd(-1, -1));
    }

    private static FollowerLogic.Step decide(ReplicaMessage.Answer answer, EpochEnd localEnd) {
        return FollowerLogic.decide(STATE, answer, epoch -> localEnd);
    }

    private static ReplicaFetch fetch(long offset, int lastEpoch) {
        TestInbox<ReplicaMessage> inbox = TestInbox.create();
        return new ReplicaFetch(
                new TopicPartition("t", 0), TopicId.ZERO, 2, 1, 7, 5, offset, lastEpoch, 1000, inbox.getRef());
    }
}
