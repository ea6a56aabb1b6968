package dev.troupe.actors.group;

import static dev.troupe.actors.group.LocalGroups.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupRequest.Join;
import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.actors.group.GroupRequest.Sync;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups that nobody asks for give up their actors, and come back when somebody does, as if nothing had been (G12). */
final class IdleGroupsTest {
    private static final String GROUP = "orders";

    private LocalGroups node;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        node = new LocalGroups(directory, LocalGroups.settings(1, Duration.ofMillis(50)));
        for (int partition = 0, id = 0; partition < LocalGroups.PARTITIONS; id++) {
            if (node.groups.partitionOf("g" + id) == partition) {
                node.lead("g" + id, 0);
                partition++;
                id = -1;
            }
        }
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void giveUpTheirActorsAndAnswerAgainWhenAsked() throws Exception {
        assertThat(get(node.commit(GROUP, 7)).error()).isEqualTo(ErrorCode.NONE);
        await().until(() -> node.actors() == 0);

        assertThat(node.groups.list()).containsExactly(new GroupSummary(GROUP, "", GroupPhase.EMPTY));
        assertThat(node.committed(GROUP)).isEqualTo(7);
        await().until(() -> node.actors() == 0);
    }

    @Test
    void loseAndReorderNothingThatMeetsThemOnTheirWay() throws Exception {
        Random random = new Random(1);
        Queue<Long> answered = new ConcurrentLinkedQueue<>();
        int timesAsleep = 0;
        long sent = 0;
        for (int round = 0; round < 200; round++) {
            // Long bursts go on while the first of their requests are waking the group.
            for (int burst = random.nextInt(1, random.nextBoolean() ? 8 : 300); burst > 0; burst--) {
                long offset = ++sent;
                node.commit(GROUP, offset)
                        .thenAccept(reply -> answered.add(reply.error() == ErrorCode.NONE ? offset : -1));
            }
            assertThat(node.committed(GROUP)).isEqualTo(sent);
            awaitNanos(random.nextInt(1_000_000, 3_000_000));
            timesAsleep += node.actors() == 0 ? 1 : 0;
        }
        assertThat(answered)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, sent).boxed().toList());
        assertThat(timesAsleep).isPositive();
    }

    /** A moment about as long as groups wait before they fall asleep, so that requests meet them at each point of it. */
    private static void awaitNanos(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Test
    void stayAwakeWhileTheyHaveMembersWhoeverReadsThemBack() throws Exception {
        Joined told = get(node.groups.ask(GROUP, join("")));
        Joined joined = get(node.groups.ask(GROUP, join(told.memberId())));
        get(node.groups.ask(
                GROUP,
                new Sync(
                        joined.memberId(),
                        null,
                        joined.generation(),
                        null,
                        null,
                        Map.of(joined.memberId(), Bytes.EMPTY))));
        String neighbour = neighbour();
        get(node.commit(neighbour, 1));

        await().until(() -> node.actors() == 1);
        node.move(GROUP);

        assertThat(node.groups.list())
                .extracting(GroupSummary::groupId, GroupSummary::state)
                .contains(tuple(GROUP, GroupPhase.STABLE), tuple(neighbour, GroupPhase.EMPTY));
        assertThat(node.committed(neighbour)).isEqualTo(1);
    }

    @Test
    void areGoneAfterRetentionTenThousandAsWell() throws Exception {
        List<CompletionStage<GroupReply.Committed>> commits = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            commits.add(node.commit("one-shot-" + i, i));
        }
        for (CompletionStage<GroupReply.Committed> commit : commits) {
            assertThat(get(commit).error()).isEqualTo(ErrorCode.NONE);
        }
        assertThat(node.groups.list()).hasSize(10_000);

        node.advanceWallClock(LocalGroups.RETENTION);
        await().atMost(Duration.ofSeconds(60)).until(() -> node.groups.list().isEmpty());

        await().until(() -> node.actors() == 0);
        assertThat(node.committed("one-shot-1")).isEqualTo(-1);
    }

    @Test
    void areWokenOnlyOnceSomethingExpires() throws Exception {
        get(node.commit(GROUP, 7));
        node.advanceWallClock(LocalGroups.RETENTION.minusMinutes(1));
        get(node.commit(neighbour(), 8));
        await().until(() -> node.actors() == 0);

        node.advanceWallClock(Duration.ofMinutes(1));

        await().until(() -> node.groups.list().size() == 1);
        assertThat(node.committed(neighbour())).isEqualTo(8);
    }

    @Test
    void loseTheOffsetsOfADeletedTopic() throws Exception {
        get(node.commit(GROUP, 7));
        await().until(() -> node.actors() == 0);

        node.groups.topicsDeleted(Set.of("another"));
        assertThat(node.committed(GROUP)).isEqualTo(7);

        await().until(() -> node.actors() == 0);
        node.groups.topicsDeleted(Set.of(LocalGroups.TP.topic()));
        await().until(() -> node.committed(GROUP) == -1);
    }

    @Test
    void beginAnewAtOnceWhenTheyAreDeleted() throws Exception {
        for (int round = 0; round < 200; round++) {
            node.commit(GROUP, round);
            CompletionStage<GroupReply.Deleted> deleted = node.groups.ask(GROUP, new GroupRequest.Delete());
            CompletionStage<GroupReply.Committed> again = node.commit(GROUP, 1_000 + round);

            assertThat(get(deleted).error()).isEqualTo(ErrorCode.NONE);
            assertThat(get(again).error()).isEqualTo(ErrorCode.NONE);
            assertThat(node.committed(GROUP)).isEqualTo(1_000 + round);
        }
    }

    /** A group of the same partition. */
    private String neighbour() {
        int partition = node.groups.partitionOf(GROUP);
        for (int i = 0; ; i++) {
            if (node.groups.partitionOf("n" + i) == partition) {
                return "n" + i;
            }
        }
    }

    private static Join join(String memberId) {
        return new Join(
                memberId,
                null,
                "client",
                "/127.0.0.1",
                "consumer",
                List.of(new Protocol("range", Bytes.EMPTY)),
                10_000,
                10_000,
                true,
                true,
                null);
    }
}
