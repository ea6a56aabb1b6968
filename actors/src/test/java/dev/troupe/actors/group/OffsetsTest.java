package dev.troupe.actors.group;

import static dev.troupe.actors.group.GroupWorld.TP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.group.GroupRequest.Commit;
import dev.troupe.actors.group.GroupRequest.DeleteOffsets;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Committing, deleting and expiring offsets (G10 to G13). */
final class OffsetsTest {
    private static final TopicPartition OTHER = new TopicPartition("u", 0);

    private final GroupWorld world = new GroupWorld();
    private final long retentionMs = world.settings.offsetsRetention().toMillis();

    @Test
    void refusesLongMetadataAndCommitsTheRest() {
        CommittedOffset noted = new CommittedOffset(2, -1, "longer than ten", world.now(), -1, TopicId.ZERO);
        GroupReply.Committed reply = world.ask(new Commit("", null, -1, Map.of(TP, world.offset(1), OTHER, noted)))
                .get();
        assertThat(reply.tooLarge()).containsExactly(OTHER);
        assertThat(world.state().core().offsets()).containsOnlyKeys(TP);
    }

    @Test
    void countsMetadataInBytes() {
        CommittedOffset noted = new CommittedOffset(2, -1, "éééééé", world.now(), -1, TopicId.ZERO);
        assertThat(world.ask(new Commit("", null, -1, Map.of(TP, noted))).get().tooLarge())
                .containsExactly(TP);
    }

    @Test
    void expiresStandaloneCommitsAfterTheirCommitAndThenTheGroup() {
        world.ask(world.commit("", -1, 1));
        world.advance(retentionMs - 1);
        world.notice(new GroupInput.ExpiryDue());
        assertThat(world.committed()).contains(1L);
        world.advance(1);
        world.notice(new GroupInput.ExpiryDue());
        assertThat(world.phase()).isEqualTo(GroupPhase.DEAD);
    }

    @Test
    void countsRetentionFromWhenTheGroupBecameEmptyAlsoOnAnotherNode() {
        GroupWorld stable = GroupWorld.stable("a");
        stable.ask(stable.commit(stable.idOf("a"), stable.generation(), 5));
        stable.advance(5_000);
        stable.ask(Requests.leave(stable.idOf("a")));
        stable.advance(retentionMs - 1);
        stable.moveToAnotherCoordinator();
        stable.notice(new GroupInput.ExpiryDue());
        assertThat(stable.committed()).contains(5L);
        stable.advance(1);
        stable.notice(new GroupInput.ExpiryDue());
        assertThat(stable.phase()).isEqualTo(GroupPhase.DEAD);
    }

    @Test
    void keepsOffsetsOfALiveIdleConsumerAndExpiresThoseOfTopicsItLeft() {
        GroupWorld stable = GroupWorld.stable("a");
        String a = stable.idOf("a");
        stable.ask(new Commit(a, null, stable.generation(), Map.of(TP, stable.offset(1), OTHER, stable.offset(2))));
        for (long passed = 0; passed <= retentionMs; passed += GroupWorld.SESSION_MS / 2) {
            stable.ask(stable.heartbeat(a));
            stable.advance(GroupWorld.SESSION_MS / 2);
        }
        stable.notice(new GroupInput.ExpiryDue());
        assertThat(stable.state().core().offsets()).containsOnlyKeys(TP);
    }

    @Test
    void expiresNothingWhileRebalancing() {
        GroupWorld completing = GroupWorld.completing("a");
        long commitTime = completing.now();
        completing.advance(100);
        assertThat(commitTime).isLessThan(completing.now());
        completing.notice(new GroupInput.ExpiryDue());
        assertThat(completing.journal).isEmpty();
    }

    @Test
    void honoursAnExpiryThatTheClientAskedFor() {
        world.ask(new Commit(
                "", null, -1, Map.of(TP, new CommittedOffset(1, -1, "", world.now(), world.now() + 10, TopicId.ZERO))));
        world.advance(10);
        world.notice(new GroupInput.ExpiryDue());
        assertThat(world.phase()).isEqualTo(GroupPhase.DEAD);
    }

    @Test
    void forgetsOffsetsOfDeletedTopics() {
        world.ask(new Commit("", null, -1, Map.of(TP, world.offset(1), OTHER, world.offset(2))));
        world.notice(new GroupInput.TopicsDeleted(Set.of("t")));
        assertThat(world.state().core().offsets()).containsOnlyKeys(OTHER);
    }

    @Test
    void refusesToDeleteOffsetsOfATopicThatIsSubscribed() {
        GroupWorld stable = GroupWorld.stable("a");
        String a = stable.idOf("a");
        stable.ask(new Commit(a, null, stable.generation(), Map.of(TP, stable.offset(1), OTHER, stable.offset(2))));
        assertThat(stable.ask(new DeleteOffsets(Set.of(TP, OTHER))).get().partitions())
                .containsEntry(TP, ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC)
                .containsEntry(OTHER, ErrorCode.NONE);
        assertThat(stable.state().core().offsets()).containsOnlyKeys(TP);
    }
}
