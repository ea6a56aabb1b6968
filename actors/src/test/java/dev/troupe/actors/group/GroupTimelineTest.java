package dev.troupe.actors.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.group.GroupRequest.Join;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person reads of a group's life (G15). */
final class GroupTimelineTest {

    @Test
    void tellsTheTriggerBeforeItsConsequencesAndEachThingOnce() {
        GroupWorld world = GroupWorld.stable("a");

        assertThat(world.story())
                .containsExactly(
                        "member a-1 joined from 10.0.0.1: a rebalance begins, gathering first members until T at most",
                        "generation 1 formed with range after 1.500 s, the last to come was a-1",
                        "generation 1 is stable: a-1 assigned its 1 members after 1.500 s more");
    }

    @Test
    void namesWhoIsWaitedForAndWhoCameLast() {
        GroupWorld world = GroupWorld.stable("a", "b");
        int before = world.story().size();

        world.ask(Requests.join("c", ""));
        world.advance(200);
        world.ask(Requests.join("b", "b-2"));
        world.advance(300);
        world.ask(Requests.join("a", "a-1"));

        assertThat(world.story().subList(before, world.story().size()))
                .containsExactly(
                        "member c-3 joined from 10.0.0.1: a rebalance begins, waiting for a-1, b-2 until T at most",
                        "generation 2 formed with range after 0.500 s, the last to come was a-1");
    }

    @Test
    void tellsTheReasonThatAClientGives() {
        GroupWorld world = new GroupWorld();
        Join join = Requests.join("a", "");

        world.ask(new Join(
                join.memberId(),
                join.instanceId(),
                join.clientId(),
                join.clientHost(),
                join.protocolType(),
                join.protocols(),
                join.sessionTimeoutMs(),
                join.rebalanceTimeoutMs(),
                join.requiresKnownId(),
                join.skipsAssignment(),
                "rolling restart"));

        assertThat(world.story().getFirst()).startsWith("member a-1 joined from 10.0.0.1 (rolling restart): ");
    }

    @Test
    void tellsWhyAMemberIsOutAndThatNobodyIsLeft() {
        GroupWorld world = GroupWorld.stable("a");
        int before = world.story().size();

        world.advance(GroupWorld.SESSION_MS);

        assertThat(world.story().subList(before, world.story().size()))
                .containsExactly("member a-1 is out: silent for its session timeout", "generation 2: nobody is left");
    }

    @Test
    void tellsThatAStaticMemberReturnedWithoutARebalance() {
        GroupWorld world = new GroupWorld();
        world.ask(Requests.joinWith("a", "", "i", "t", "range"));
        world.advance(GroupWorld.GATHERING_MS);
        world.ask(world.sync("i-1", "i-1"));
        int before = world.story().size();

        world.ask(Requests.joinWith("a", "", "i", "t", "range"));

        assertThat(world.story().subList(before, world.story().size()))
                .containsExactly("static member i-2 returned from 10.0.0.1, and i-1 is fenced");
    }

    @Test
    void keepsTheLastHundredThings() {
        GroupWorld world = GroupWorld.stable("a", "b");
        for (int i = 0; i < 100; i++) {
            world.ask(Requests.joinWith("b", "b-2", null, i % 2 == 0 ? "u" : "t", "range"));
            world.ask(Requests.join("a", "a-1"));
        }

        assertThat(world.story()).hasSize(100).noneMatch(what -> what.startsWith("generation 1 "));
    }

    @Test
    void saysSoWhenItForgets() {
        GroupTimeline timeline = new GroupTimeline();
        GroupState nobody = GroupWorld.stable("a").state();
        for (int i = 1; i <= 10; i++) {
            timeline.add(i, i, List.of(new GroupEvent.MemberIdForgotten("m" + i)), nobody);
        }

        timeline.shorten();
        timeline.shorten();

        assertThat(timeline.entries())
                .extracting(GroupTimeline.Entry::what)
                .containsExactly(
                        "6 earlier entries are forgotten, as nobody asked for the group",
                        "member id m7 was not used and is forgotten",
                        "member id m8 was not used and is forgotten",
                        "member id m9 was not used and is forgotten",
                        "member id m10 was not used and is forgotten");
    }
}
