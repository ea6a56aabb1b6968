package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.partition.PartitionCommand.Lead;
import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.persistence.log.AppendResult.Appended;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.junit.jupiter.api.Test;

/** A replica by itself: append, restart, delete, watch, fail and stop. */
class PartitionActorTest extends ReplicaWorld {
    @Test
    void aLoneLeaderAcknowledgesAtOnceAndPublishesFirst() {
        lead(info(0, 0, List.of(1), List.of(1)));

        assertThat(append(ALL, "a", "b")).isEqualTo(new Appended(0, 1, -1, 0, false));
        assertThat(log().highWatermark()).isEqualTo(2);
        assertThat(hosted.view().role()).isEqualTo(Role.LEADER);
        controller.expectNoMessage();
    }

    @Test
    void whatWasAppendedIsThereAfterARestart() throws IOException {
        lead(info(0, 0, List.of(1), List.of(1)));
        append(ALL, "a", "b");
        stopPartition(false);

        partition = spawn(Map.of());
        lead(info(1, 1, List.of(1), List.of(1)));

        assertThat(log().logEndOffset()).isEqualTo(2);
        assertThat(append(ALL, "c")).isEqualTo(new Appended(2, 2, -1, 0, false));
    }

    @Test
    void anOldOrderIsRefused() {
        lead(info(3, 3, List.of(1), List.of(1)));

        partition.tell(new Lead(info(2, 2, List.of(1), List.of(1)), broker.ref()));

        assertThat(broker.receiveMessage().error()).isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
    }

    @Test
    void deletesRecordsUpToTheHighWatermark() {
        lead(info(0, 0, List.of(1), List.of(1)));
        append(ALL, "a", "b", "c");

        assertThat(deleteRecords(4)).isEqualTo("OFFSET_OUT_OF_RANGE -1");
        assertThat(deleteRecords(1)).isEqualTo("NONE 1");
        assertThat(deleteRecords(-1)).isEqualTo("NONE 3");
        assertThat(log().logStartOffset()).isEqualTo(3);
    }

    @Test
    void whoWatchesHearsOfAppendsUntilItStopsWatching() {
        lead(info(0, 0, List.of(1), List.of(1)));
        TestProbe<Long> watcher = kit.createTestProbe();
        HostedPartition.Watcher watching =
                p -> watcher.ref().tell(Objects.requireNonNull(p.view().log()).highWatermark());
        hosted.watch(watching);
        append(ALL, "a");
        watcher.expectMessage(1L);

        hosted.unwatch(watching);
        append(ALL, "b");

        watcher.expectNoMessage();
    }

    @Test
    void aLogThatCanNotBeOpenedTakesTheReplicaOfflineWithTheReason() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("orders-0"), "a file where the folder should be");

        partition.tell(new Lead(info(0, 0, List.of(1), List.of(1)), broker.ref()));

        assertThat(broker.receiveMessage().error()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(hosted.view().role()).isEqualTo(Role.OFFLINE);
        assertThat(hosted.view().reason()).contains("orders-0");
        assertThat(((Refused) append(ALL, "a")).error()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
    }

    @Test
    void whatComesAfterAStopIsStillAnswered() {
        lead(info(0, 0, List.of(1), List.of(1)));
        stopPartition(true);

        assertThat(((Refused) append(ALL, "a")).error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(hosted.view().log()).isNull();
        pass(Duration.ofSeconds(2));
        broker.expectTerminated(partition);
    }
}
