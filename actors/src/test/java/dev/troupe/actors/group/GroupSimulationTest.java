package dev.troupe.actors.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Members that join, commit, leave, crash and come back in random order, while time passes in random steps, the wall clock is
 * set, the coordinator moves and the group gives up its actor when nobody is left. Invariants hold after every step: commits count only in their generation and are never lost, a member gets what its
 * leader gave it, nobody waits for ever, and a group that everybody has left becomes empty.
 */
final class GroupSimulationTest {
    private static final int STEPS = 5_000;
    private static final int MEMBERS = 6;
    private static final long DAY_MS = 86_400_000;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void keepsItsInvariantsWhateverMembersDo(long seed) {
        Random random = new Random(seed);
        GroupWorld world = new GroupWorld(GroupWorld.settings(random.nextBoolean() ? 3_000 : 0, MEMBERS - 1));
        List<SimulatedMember> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            members.add(new SimulatedMember("m" + i, i < 2));
        }
        for (int step = 0; step < STEPS; step++) {
            try {
                step(world, members, random);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", step " + step + ", state " + world.state(), e);
            }
        }
        assertThat(world.generation()).as("rebalances of seed %d", seed).isGreaterThan(50);
        assertThat(world.rests())
                .as("times that seed %d gave up its actor", seed)
                .isPositive();
        members.forEach(SimulatedMember::crash);
        world.advance(JoinRules.FRESH_MEMBER_TIMEOUT_MS + GroupWorld.REBALANCE_MS + GroupWorld.SESSION_MS);
        assertThat(world.phase()).as("seed %d", seed).isIn(GroupPhase.EMPTY, GroupPhase.DEAD);
        assertThat(world.parkedRequests()).as("seed %d", seed).isZero();
    }

    private static void step(GroupWorld world, List<SimulatedMember> members, Random random) {
        world.beginAnewIfDead();
        int generation = world.generation();
        Optional<Long> committed = world.committed();
        int dice = random.nextInt(100);
        SimulatedMember member = members.get(random.nextInt(members.size()));
        if (dice < 60) {
            member.act(world, random);
        } else if (dice < 62) {
            member.crash();
        } else if (dice == 62) {
            world.moveToAnotherCoordinator();
            members.forEach(SimulatedMember::coordinatorMoved);
            assertThat(world.committed()).as("a move loses no offset").isEqualTo(committed);
            return;
        } else if (dice == 63) {
            world.setWallClock(random.nextLong(-DAY_MS, DAY_MS));
        } else if (dice == 64 && random.nextInt(10) == 0) {
            members.forEach(SimulatedMember::crash);
            world.advance(GroupWorld.REBALANCE_MS + GroupWorld.SESSION_MS + GroupWorld.IDLE_MS);
        } else {
            world.advance(random.nextInt(2_000));
        }
        assertThat(world.phase() == GroupPhase.DEAD || world.generation() >= generation)
                .as("generations rise")
                .isTrue();
        members.forEach(m -> m.requireAnsweredInTime(world.now()));
        requireEverybodyIsWatched(world);
    }

    /** A member without a deadline could stay for ever. */
    private static void requireEverybodyIsWatched(GroupWorld world) {
        for (String id : world.memberIds()) {
            assertThat(world.deadlines).containsKey(new GroupTimer.Session(id));
        }
        for (String id : world.state().core().pending()) {
            assertThat(world.deadlines).containsKey(new GroupTimer.PendingMember(id));
        }
        if (world.phase() == GroupPhase.PREPARING_REBALANCE) {
            assertThat(world.deadlines.keySet()).containsAnyOf(new GroupTimer.Rejoin(), new GroupTimer.Gathering());
        }
        if (world.phase() == GroupPhase.COMPLETING_REBALANCE) {
            assertThat(world.deadlines).containsKey(new GroupTimer.Assignment());
        }
    }
}
