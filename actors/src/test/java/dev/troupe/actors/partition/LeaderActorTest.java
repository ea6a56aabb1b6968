package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.partition.ReplicaMessage.Diverging;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.persistence.log.AppendResult.Appended;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartitionReply;
import dev.troupe.protocol.controller.ControllerCommand.PartitionOutcome;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A leader of several replicas: acknowledgements, followers, in-sync replicas. */
class LeaderActorTest extends ReplicaWorld {
    @Test
    void acksAllWaitsForTheFollowersOfTheIsr() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellAppend(ALL, "a");
        producer.expectNoMessage();

        assertThat(fetch(2, 0).records().remaining()).isPositive();
        producer.expectNoMessage();
        tellFetch(2, 1, 0);

        assertThat(producer.receiveMessage()).isEqualTo(new Appended(0, 0, -1, 0, false));
        assertThat(log().highWatermark()).isEqualTo(1);
    }

    @Test
    void acksOneDoesNotWait() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));

        assertThat(append((short) 1, "a")).isInstanceOf(Appended.class);
        assertThat(log().highWatermark()).isZero();
    }

    @Test
    void acksAllIsRefusedWhenItsTimeIsUp() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellAppend(ALL, "a");
        producer.expectNoMessage();

        pass(Duration.ofSeconds(2));

        assertThat(producer.expectMessageClass(Refused.class).error()).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
    }

    @Test
    void acksAllIsRefusedWithTooFewReplicasInSync() throws IOException {
        partition = spawn(Map.of("min.insync.replicas", "2"));
        lead(info(0, 0, List.of(1, 2), List.of(1)));

        assertThat(((Refused) append(ALL, "a")).error()).isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
        assertThat(log().logEndOffset()).isZero();
    }

    @Test
    void whoseReplicasLeaveWhileItWaitsIsTold() throws IOException {
        partition = spawn(Map.of("min.insync.replicas", "2"));
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellAppend(ALL, "a");
        lead(info(0, 1, List.of(1, 2), List.of(1)));

        assertThat(producer.expectMessageClass(Refused.class).error())
                .isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND);
    }

    @Test
    void aParkedFetchIsAnsweredByTheNextAppend() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellFetch(2, 0, -1);
        follower.expectNoMessage();

        append((short) 1, "a");

        assertThat(follower.expectMessageClass(ReplicaRecords.class).records().remaining())
                .isPositive();
    }

    @Test
    void aFollowerWithAnotherHistoryIsToldWhereTheyPart() {
        lead(info(3, 3, List.of(1, 2), List.of(1)));
        append((short) 1, "a");
        tellFetch(2, 5, 2);

        assertThat(follower.expectMessageClass(Diverging.class).endOffset()).isZero();
    }

    @Test
    void aFetchOfAnotherLeaderEpochIsRefused() {
        lead(info(3, 3, List.of(1, 2), List.of(1)));
        partition.tell(new ReplicaFetch(PARTITION, TOPIC, 2, 1, 1, 2, 0, -1, 1000, follower.ref()));
        assertThat(follower.expectMessageClass(FetchRefused.class).error()).isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);

        partition.tell(new ReplicaFetch(PARTITION, TOPIC, 2, 1, 2, 4, 0, -1, 1000, follower.ref()));
        assertThat(follower.expectMessageClass(FetchRefused.class).error()).isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH);
    }

    @Test
    void aFollowerThatCaughtUpJoinsTheIsrThroughTheController() {
        lead(info(0, 0, List.of(1, 2), List.of(1)));
        append(ALL, "a");
        tellFetch(2, 1, 0);

        AlterPartition wish = controller.expectMessageClass(AlterPartition.class);
        assertThat(wish.changes().getFirst().isr()).containsExactly(1, 2);
        PartitionInfo granted = info(0, 1, List.of(1, 2), List.of(1, 2));
        wish.replyTo()
                .tell(new AlterPartitionReply(
                        ErrorCode.NONE, Map.of(PARTITION, new PartitionOutcome(ErrorCode.NONE, granted))));

        broker.awaitAssert(() -> {
            assertThat(hosted.view().info()).isEqualTo(granted);
            return null;
        });
    }

    @Test
    void theControllerIsAskedAgainUntilItAnswers() {
        lead(info(0, 0, List.of(1, 2), List.of(1)));
        tellFetch(2, 0, -1);
        controller.expectMessageClass(AlterPartition.class);

        pass(Duration.ofSeconds(3));

        controller.expectMessageClass(AlterPartition.class);
    }

    @Test
    void aFollowerThatLagsIsProposedToLeave() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        append((short) 1, "a");

        pass(Duration.ofSeconds(16));
        controller.expectNoMessage();
        pass(Duration.ofSeconds(16));

        assertThat(controller
                        .expectMessageClass(AlterPartition.class)
                        .changes()
                        .getFirst()
                        .isr())
                .containsExactly(1);
    }
}
