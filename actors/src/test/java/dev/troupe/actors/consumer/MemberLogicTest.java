package dev.troupe.actors.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.consumer.MemberInput.Answered;
import dev.troupe.actors.consumer.MemberInput.Counted;
import dev.troupe.actors.consumer.MemberInput.Released;
import dev.troupe.actors.consumer.MemberInput.Subscribe;
import dev.troupe.actors.consumer.MemberInput.TryAgain;
import dev.troupe.actors.consumer.assignor.Assignor;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupReply.Beaten;
import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupReply.JoinedMember;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a member behaves, seen from its group. */
class MemberLogicTest {
    private static final ConsumerSettings EAGER = ConsumerSettings.ofGroup("g");
    private static final ConsumerSettings COOPERATIVE = EAGER.withAssignors(Assignor.COOPERATIVE_STICKY);

    private MemberLogic logic = new MemberLogic(EAGER, "here");
    private MemberState state = MemberState.NEW;
    private List<MemberEffect> effects = List.of();

    @Test
    void aNewMemberAsksForAnIdFirstAndJoinsWithIt() {
        tell(new Subscribe(Set.of("t")));
        assertThat(asked(GroupRequest.Join.class).memberId()).isEmpty();

        answer(new Joined(ErrorCode.MEMBER_ID_REQUIRED, -1, null, null, "", false, "m", List.of()));

        assertThat(asked(GroupRequest.Join.class).memberId()).isEqualTo("m");
    }

    @Test
    void aFollowerSyncsWithoutAssignmentsAndGetsItsPart() {
        tell(new Subscribe(Set.of("t")));
        answer(follower(1));
        assertThat(asked(GroupRequest.Sync.class).assignments()).isEmpty();

        answer(assigned("t-0", "t-1"));

        assertThat(state.phase()).isEqualTo(MemberPhase.STABLE);
        assertThat(effects).containsExactly(new MemberEffect.Assign(partitions("t-0", "t-1")));
    }

    @Test
    void theLeaderCountsThePartitionsOfAllTopicsOfItsGroupAndAssignsThem() {
        tell(new Subscribe(Set.of("t")));
        answer(leader(1, "t", "u"));
        assertThat(effects).containsExactly(new MemberEffect.Count(state.attempt(), Set.of("t", "u")));

        tell(new Counted(state.attempt(), Map.of("t", 1, "u", 1)));

        GroupRequest.Sync sync = asked(GroupRequest.Sync.class);
        assertThat(sync.assignments()).containsOnlyKeys("m", "other");
        assertThat(sync.assignments().get("m")).isEqualTo(ConsumerProtocol.assignment(partitions("t-0")));
        assertThat(sync.assignments().get("other")).isEqualTo(ConsumerProtocol.assignment(partitions("u-0")));
    }

    @Test
    void anEagerMemberGivesUpAllBeforeItJoinsAgain() {
        stable("t-0", "t-1");

        answer(new Beaten(ErrorCode.REBALANCE_IN_PROGRESS));
        assertThat(effects).containsExactly(new MemberEffect.Revoke(state.attempt(), partitions("t-0", "t-1")));
        tell(new Released(state.attempt()));

        assertThat(asked(GroupRequest.Join.class).memberId()).isEqualTo("m");
        assertThat(state.holdings().owned()).isEmpty();
    }

    @Test
    void aCooperativeMemberKeepsAllWhileItJoinsAndGivesUpWhatMovesInARebalanceOfItsOwn() {
        logic = new MemberLogic(COOPERATIVE, "here");
        stable("t-0", "t-1");

        answer(new Beaten(ErrorCode.REBALANCE_IN_PROGRESS));
        asked(GroupRequest.Join.class);
        answer(follower(2));
        answer(assigned("t-1", "t-2"));

        assertThat(effects)
                .containsExactly(
                        new MemberEffect.Assign(partitions("t-2")),
                        new MemberEffect.Revoke(state.attempt(), partitions("t-0")));
        tell(new Released(state.attempt()));
        asked(GroupRequest.Join.class);
        assertThat(state.holdings().owned()).isEqualTo(partitions("t-1", "t-2"));
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"UNKNOWN_MEMBER_ID", "ILLEGAL_GENERATION"})
    void whoIsPutOutLosesItsPartitionsAndBeginsAnew(ErrorCode error) {
        stable("t-0");

        answer(new Beaten(error));

        assertThat(effects.getFirst()).isEqualTo(new MemberEffect.Lose(partitions("t-0")));
        assertThat(asked(GroupRequest.Join.class).memberId())
                .isEqualTo(error == ErrorCode.UNKNOWN_MEMBER_ID ? "" : "m");
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"NOT_COORDINATOR", "COORDINATOR_NOT_AVAILABLE", "REQUEST_TIMED_OUT"})
    void aCoordinatorThatMovesCostsAMemberNothing(ErrorCode error) {
        stable("t-0");

        answer(new Beaten(error));

        assertThat(effects).isEmpty();
        assertThat(state.phase()).isEqualTo(MemberPhase.STABLE);
    }

    @Test
    void aJoinThatNobodyAnsweredIsTriedAgain() {
        tell(new Subscribe(Set.of("t")));
        answer(new Joined(ErrorCode.NOT_COORDINATOR, -1, null, null, "", false, "", List.of()));
        assertThat(effects).containsExactly(new MemberEffect.Wait(state.attempt()));

        tell(new TryAgain(state.attempt()));

        asked(GroupRequest.Join.class);
    }

    @Test
    void answersToEarlierStepsAreOfNoEffect() {
        tell(new Subscribe(Set.of("t")));
        int early = state.attempt();
        answer(follower(1));

        tell(new Answered(early, follower(7)));

        assertThat(effects).isEmpty();
        assertThat(state.identity().generation()).isEqualTo(1);
    }

    @Test
    void anotherWishWhileItJoinsMakesItJoinAgainAfterwards() {
        tell(new Subscribe(Set.of("t")));
        tell(new Subscribe(Set.of("t", "u")));
        assertThat(effects).isEmpty();

        answer(follower(1));
        answer(assigned("t-0"));

        assertThat(effects)
                .containsExactly(
                        new MemberEffect.Assign(partitions("t-0")),
                        new MemberEffect.Revoke(state.attempt(), partitions("t-0")));
    }

    @Test
    void theLeaderJoinsAgainWhenATopicHasGrown() {
        tell(new Subscribe(Set.of("t")));
        answer(leader(1, "t", "t"));
        tell(new Counted(state.attempt(), Map.of("t", 2)));
        answer(assigned("t-0"));
        tell(new MemberInput.CountDue());
        assertThat(effects).containsExactly(new MemberEffect.Count(state.attempt(), Set.of("t")));
        tell(new Counted(state.attempt(), Map.of("t", 2)));
        assertThat(effects).isEmpty();

        tell(new Counted(state.attempt(), Map.of("t", 3)));

        assertThat(effects).containsExactly(new MemberEffect.Revoke(state.attempt(), partitions("t-0")));
    }

    @Test
    void aFencedMemberGivesUpForGood() {
        stable("t-0");

        answer(new Beaten(ErrorCode.FENCED_INSTANCE_ID));

        assertThat(effects)
                .containsExactly(
                        new MemberEffect.Lose(partitions("t-0")), new MemberEffect.Fail(ErrorCode.FENCED_INSTANCE_ID));
        assertThat(state.phase()).isEqualTo(MemberPhase.OUTSIDE);
    }

    @Test
    void whoLeavesSaysWhy() {
        stable("t-0");

        tell(new MemberInput.Leave("it is tired"));

        assertThat(asked(GroupRequest.Leave.class).members())
                .containsExactly(new GroupRequest.Leave.Leaver("m", null, "it is tired"));
    }

    @Test
    void aStaticMemberStaysUntilItsSessionEnds() {
        logic = new MemberLogic(EAGER.withInstanceId("i"), "here");
        stable("t-0");

        tell(new MemberInput.Leave("it restarts"));

        assertThat(effects).containsExactly(new MemberEffect.Lose(partitions("t-0")));
    }

    private void stable(String... owned) {
        tell(new Subscribe(Set.of("t")));
        answer(follower(1));
        answer(assigned(owned));
    }

    private void tell(MemberInput input) {
        MemberLogic.Step step = logic.decide(state, input);
        state = step.state();
        effects = step.effects();
    }

    private void answer(GroupReply reply) {
        tell(new Answered(state.attempt(), reply));
    }

    private <R extends GroupRequest<?>> R asked(Class<R> type) {
        return effects.stream()
                .filter(MemberEffect.Ask.class::isInstance)
                .map(effect -> ((MemberEffect.Ask) effect).request())
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type.getSimpleName() + " in " + effects));
    }

    private static Joined follower(int generation) {
        return new Joined(ErrorCode.NONE, generation, "consumer", "range", "other", false, "m", List.of());
    }

    private static Joined leader(int generation, String own, String others) {
        return new Joined(
                ErrorCode.NONE,
                generation,
                "consumer",
                "range",
                "m",
                false,
                "m",
                List.of(
                        new JoinedMember("m", null, ConsumerProtocol.subscription(Set.of(own), Set.of(), -1, null)),
                        new JoinedMember(
                                "other", null, ConsumerProtocol.subscription(Set.of(others), Set.of(), -1, null))));
    }

    private static Synced assigned(String... partitions) {
        return new Synced(ErrorCode.NONE, "consumer", "range", ConsumerProtocol.assignment(partitions(partitions)));
    }

    private static Set<TopicPartition> partitions(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.split("-"))
                .map(parts -> new TopicPartition(parts[0], Integer.parseInt(parts[1])))
                .collect(Collectors.toSet());
    }
}
