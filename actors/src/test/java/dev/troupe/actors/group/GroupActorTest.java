package dev.troupe.actors.group;

import static dev.troupe.actors.group.LocalGroups.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupRequest.FetchOffsets;
import dev.troupe.actors.group.GroupRequest.Heartbeat;
import dev.troupe.actors.group.GroupRequest.Join;
import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.actors.group.GroupRequest.Sync;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups through the real shell and the real journal, over files. */
final class GroupActorTest {
    private static final String GROUP = "orders";
    private static final int SESSION_MS = 2_000;

    private LocalGroups node;
    private Groups groups;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        node = new LocalGroups(directory, LocalGroups.settings(30_000, Duration.ofMinutes(10)));
        groups = node.groups;
        node.lead(GROUP, 0);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void answersNotCoordinatorAtOnceWhereThePartitionIsNotLed() throws Exception {
        groups.resigned(node.partition(GROUP), 0);
        await().untilAsserted(() ->
                assertThat(get(groups.ask(GROUP, new FetchOffsets())).error()).isEqualTo(ErrorCode.NOT_COORDINATOR));
    }

    @Test
    void keepsCommitsOverAMoveOfTheCoordinator() throws Exception {
        assertThat(get(commit(41)).error()).isEqualTo(ErrorCode.NONE);
        assertThat(get(commit(42)).error()).isEqualTo(ErrorCode.NONE);
        node.move(GROUP);
        assertThat(node.committed(GROUP)).isEqualTo(42);
    }

    @Test
    void keepsAStableGroupOverAMoveOfTheCoordinator() throws Exception {
        Joined joined = formGroup();
        node.move(GROUP);
        Heartbeat beat = new Heartbeat(joined.memberId(), null, joined.generation());
        assertThat(get(groups.ask(GROUP, beat)).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void writesManyCommitsThatComeAtOnce() throws Exception {
        List<CompletionStage<GroupReply.Committed>> commits = new ArrayList<>();
        IntStream.rangeClosed(1, 500).forEach(offset -> commits.add(commit(offset)));
        for (CompletionStage<GroupReply.Committed> commit : commits) {
            assertThat(get(commit).error()).isEqualTo(ErrorCode.NONE);
        }
        assertThat(node.committed(GROUP)).isEqualTo(500);
    }

    @Test
    void servesOnAfterAWriteThatFailed() throws Exception {
        assertThat(get(commit(7)).error()).isEqualTo(ErrorCode.NONE);
        node.log.refuseOnce(new AppendResult.Refused(ErrorCode.NOT_ENOUGH_REPLICAS, "too few", List.of()));
        assertThat(get(commit(8)).error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(node.committed(GROUP)).isEqualTo(7);
        assertThat(get(commit(9)).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void beginsAGroupAnewAfterItWasDeleted() throws Exception {
        get(commit(7));
        assertThat(get(groups.ask(GROUP, new GroupRequest.Delete())).error()).isEqualTo(ErrorCode.NONE);
        assertThat(get(groups.ask(GROUP, new FetchOffsets())).offsets()).isEmpty();
        assertThat(get(commit(9)).error()).isEqualTo(ErrorCode.NONE);
        node.move(GROUP);
        assertThat(node.committed(GROUP)).isEqualTo(9);
    }

    @Test
    void putsOutAMemberThatIsSilent() throws Exception {
        formGroup();
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(groups.list())
                        .extracting(GroupSummary::state)
                        .containsExactly(GroupPhase.EMPTY));
        assertThat(groups.timeline(GROUP))
                .extracting(GroupTimeline.Entry::what)
                .anySatisfy(what -> assertThat(what).contains("silent for its session timeout"));
    }

    private Joined formGroup() throws Exception {
        Joined told = get(groups.ask(GROUP, join("")));
        assertThat(told.error()).isEqualTo(ErrorCode.MEMBER_ID_REQUIRED);
        Joined joined = get(groups.ask(GROUP, join(told.memberId())));
        assertThat(joined.error()).isEqualTo(ErrorCode.NONE);
        Sync sync = new Sync(
                joined.memberId(),
                null,
                joined.generation(),
                null,
                null,
                Map.of(joined.memberId(), Bytes.of(new byte[] {1})));
        Synced synced = get(groups.ask(GROUP, sync));
        assertThat(synced.assignment()).isEqualTo(Bytes.of(new byte[] {1}));
        return joined;
    }

    private static Join join(String memberId) {
        return new Join(
                memberId,
                null,
                "client",
                "/127.0.0.1",
                "consumer",
                List.of(new Protocol("range", Bytes.EMPTY)),
                SESSION_MS,
                SESSION_MS,
                true,
                true,
                null);
    }

    private CompletionStage<GroupReply.Committed> commit(long offset) {
        return node.commit(GROUP, offset);
    }
}
