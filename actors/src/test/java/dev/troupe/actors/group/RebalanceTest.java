package dev.troupe.actors.group;

import static dev.troupe.actors.group.GroupWorld.GATHERING_MS;
import static dev.troupe.actors.group.GroupWorld.QUIET_MS;
import static dev.troupe.actors.group.GroupWorld.REBALANCE_MS;
import static dev.troupe.actors.group.GroupWorld.SESSION_MS;
import static dev.troupe.actors.group.Requests.join;
import static dev.troupe.actors.group.Requests.joinWith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupRequest.Join;
import dev.troupe.actors.group.GroupWorld.Answer;
import dev.troupe.protocol.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How rebalances begin, whom they wait for, and how they end (G4 to G9). */
final class RebalanceTest {

    @Test
    void endsTheGatheringOnceNobodyNewHasComeForAWhile() {
        GroupWorld world = new GroupWorld();
        Answer<Joined> joined = world.ask(join("a", ""));
        world.advance(QUIET_MS - 1);
        assertThat(joined.isGiven()).isFalse();
        world.advance(1);
        assertThat(joined.isGiven()).isTrue();
    }

    @Test
    void gathersNoLongerThanTheDelayHoweverManyCome() {
        GroupWorld world = new GroupWorld();
        Answer<Joined> first = world.ask(join("a", ""));
        world.advance(QUIET_MS - 100);
        world.ask(join("b", ""));
        world.advance(QUIET_MS - 100);
        Answer<Joined> third = world.ask(join("c", ""));
        world.advance(200);
        assertThat(world.now()).isEqualTo(1_000_000 + GATHERING_MS);
        assertThat(first.get().members()).hasSize(3);
        assertThat(third.get().members()).isEmpty();
        assertThat(third.get().leader()).isEqualTo(first.get().memberId());
    }

    @Test
    void formsAGenerationAtOnceWithoutADelay() {
        GroupWorld world = new GroupWorld(GroupWorld.settings(0, 4));
        assertThat(world.ask(join("a", "")).get().generation()).isEqualTo(1);
    }

    @Test
    void tellsANewMemberItsIdFirstAndForgetsAnIdThatIsNotUsed() {
        GroupWorld world = GroupWorld.stable("a");
        Join asking = knownIdRequired(join("b", ""));
        Joined told = world.ask(asking).get();
        assertThat(told.error()).isEqualTo(ErrorCode.MEMBER_ID_REQUIRED);
        assertThat(world.phase()).isEqualTo(GroupPhase.STABLE);
        world.advance(SESSION_MS / 2);
        world.ask(world.heartbeat(world.idOf("a")));
        world.advance(SESSION_MS / 2);
        assertThat(world.ask(join("b", told.memberId())).get().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void waitsForAnIdThatWasHandedOut() {
        GroupWorld world = GroupWorld.stable("a");
        String told = world.ask(knownIdRequired(join("b", ""))).get().memberId();
        world.ask(join("c", ""));
        Answer<Joined> rejoined = world.ask(join("a", world.idOf("a")));
        assertThat(rejoined.isGiven()).isFalse();
        world.ask(join("b", told));
        assertThat(rejoined.get().members()).hasSize(3);
    }

    @Test
    void waitsForAnIdThatWasHandedOutNoLongerThanItMayBeUsed() {
        GroupWorld world = GroupWorld.stable("a");
        world.ask(knownIdRequired(join("b", "")));
        world.ask(join("c", ""));
        Answer<Joined> rejoined = world.ask(join("a", world.idOf("a")));
        world.advance(SESSION_MS);
        assertThat(rejoined.get().members()).hasSize(2);
    }

    @Test
    void dropsMembersThatDoNotRejoinInTime() {
        GroupWorld world = GroupWorld.stable("a", "b");
        Answer<Joined> rejoined = world.ask(joinWith("b", world.idOf("b"), null, "u", "range"));
        keepAlive(world, "a", REBALANCE_MS);
        assertThat(rejoined.get().leader()).isEqualTo(rejoined.get().memberId());
        assertThat(world.state().members().size()).isEqualTo(1);
    }

    @Test
    void dropsMembersThatDoNotAskForTheirAssignmentInTime() {
        GroupWorld world = GroupWorld.completing("a", "b");
        Answer<Synced> synced = world.ask(world.sync(world.idOf("b")));
        keepAlive(world, "a", REBALANCE_MS);
        assertThat(synced.get().error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(world.memberIds()).containsExactly(world.idOf("b"));
    }

    @Test
    void putsOutASilentMemberAndTellsTheOthersByTheirHeartbeat() {
        GroupWorld world = GroupWorld.stable("a", "b");
        world.advance(SESSION_MS - 1);
        world.ask(world.heartbeat(world.idOf("a")));
        world.advance(1);
        assertThat(world.memberIds()).containsExactly(world.idOf("a"));
        assertThat(world.ask(world.heartbeat(world.idOf("a"))).get().error())
                .isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
    }

    @Test
    void takesACommitForASignOfLife() {
        GroupWorld world = GroupWorld.stable("a");
        world.advance(SESSION_MS - 1);
        world.ask(world.commit(world.idOf("a"), world.generation(), 1));
        world.advance(SESSION_MS - 1);
        assertThat(world.phase()).isEqualTo(GroupPhase.STABLE);
    }

    @Test
    void becomesEmptyWhenTheLastMemberLeavesAndCountsAGeneration() {
        GroupWorld world = GroupWorld.stable("a");
        world.ask(Requests.leave(world.idOf("a")));
        assertThat(world.phase()).isEqualTo(GroupPhase.EMPTY);
        assertThat(world.generation()).isEqualTo(2);
    }

    @Test
    void choosesTheProtocolThatAllSupportAndMostPrefer() {
        GroupWorld world = new GroupWorld();
        world.ask(joinWith("a", "", null, "t", "range", "sticky"));
        world.ask(joinWith("b", "", null, "t", "sticky", "range"));
        Answer<Joined> third = world.ask(joinWith("c", "", null, "t", "other", "sticky", "range"));
        world.advance(GATHERING_MS);
        assertThat(third.get().protocol()).isEqualTo("sticky");
    }

    @Test
    void refusesAMemberWithNoProtocolInCommon() {
        GroupWorld world = GroupWorld.stable("a");
        assertThat(world.ask(joinWith("b", "", null, "t", "sticky")).get().error())
                .isEqualTo(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        assertThat(world.phase()).isEqualTo(GroupPhase.STABLE);
    }

    @Test
    void refusesMoreMembersThanMayBe() {
        GroupWorld world = GroupWorld.stable("a", "b", "c", "d");
        assertThat(world.ask(join("e", "")).get().error()).isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
    }

    @Test
    void leavesNothingBehindWhenAFirstJoinIsRefused() {
        GroupWorld world = new GroupWorld();
        assertThat(world.ask(joinWith("a", "", null, "t")).get().error())
                .isEqualTo(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        assertThat(world.phase()).isEqualTo(GroupPhase.DEAD);
        assertThat(world.journal).isEmpty();
    }

    @Test
    void letsAStaticMemberRestartWithoutARebalanceAndFencesTheOldOne() {
        GroupWorld world = stableWithStatic();
        String old = world.idOf("inst");
        Joined back = world.ask(joinWith("s", "", "inst", "t", "range")).get();
        assertThat(world.phase()).isEqualTo(GroupPhase.STABLE);
        assertThat(back.generation()).isEqualTo(world.generation());
        assertThat(back.memberId()).isNotEqualTo(old);
        assertThat(world.ask(new GroupRequest.Heartbeat(old, "inst", world.generation()))
                        .get()
                        .error())
                .isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        Synced synced = world.ask(
                        new GroupRequest.Sync(back.memberId(), "inst", back.generation(), null, null, Map.of()))
                .get();
        assertThat(synced.assignment().length()).isPositive();
    }

    @Test
    void waitsForAStaticMemberUntilItsSessionEnds() {
        GroupWorld world = stableWithStatic();
        world.advance(SESSION_MS - 1);
        world.ask(world.heartbeat(world.idOf("a")));
        assertThat(world.state().members().size()).isEqualTo(2);
        world.advance(1);
        assertThat(world.memberIds()).containsExactly(world.idOf("a"));
    }

    @Test
    void answersEverybodyWhoWaitsWhenARebalanceInterruptsTheAssignment() {
        GroupWorld world = GroupWorld.completing("a", "b");
        Answer<Synced> waiting = world.ask(world.sync(world.idOf("b")));
        world.ask(join("c", ""));
        assertThat(waiting.get().error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
    }

    @Test
    void goesOnFromTheLastCompleteGenerationOnAnotherNode() {
        GroupWorld world = GroupWorld.stable("a", "b");
        world.ask(join("c", ""));
        world.moveToAnotherCoordinator();
        assertThat(world.phase()).isEqualTo(GroupPhase.STABLE);
        assertThat(world.ask(world.heartbeat(world.idOf("a"))).get().error()).isEqualTo(ErrorCode.NONE);
        world.advance(SESSION_MS);
        assertThat(world.phase()).isEqualTo(GroupPhase.EMPTY);
    }

    private static GroupWorld stableWithStatic() {
        GroupWorld world = new GroupWorld();
        Answer<Joined> leader = world.ask(join("a", ""));
        Answer<Joined> other = world.ask(joinWith("s", "", "inst", "t", "range"));
        world.advance(GATHERING_MS);
        String a = leader.get().memberId();
        String s = other.get().memberId();
        world.ask(world.sync(a, a, s));
        world.ask(new GroupRequest.Sync(s, "inst", world.generation(), null, null, Map.of()));
        return world;
    }

    private static Join knownIdRequired(Join join) {
        return new Join(
                join.memberId(),
                join.instanceId(),
                join.clientId(),
                join.clientHost(),
                join.protocolType(),
                join.protocols(),
                join.sessionTimeoutMs(),
                join.rebalanceTimeoutMs(),
                true,
                true,
                null);
    }

    private static void keepAlive(GroupWorld world, String client, long ms) {
        String id = world.idOf(client);
        for (long passed = 0; passed < ms; passed += SESSION_MS / 2) {
            world.ask(world.heartbeat(id));
            world.advance(SESSION_MS / 2);
        }
    }
}
