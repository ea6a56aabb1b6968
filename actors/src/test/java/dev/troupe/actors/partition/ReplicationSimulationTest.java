package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** L5 and L7 hold under loss, repetition, reordering, crashes and changes of leader. A failure names its seed. */
class ReplicationSimulationTest {
    private static final int SEEDS = 60;
    private static final int STEPS = 1_500;

    @Test
    void committedRecordsSurviveWhateverHappens() {
        int committed = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            committed += run(seed);
        }
        // A simulation in which nothing gets committed would prove nothing.
        assertThat(committed).isGreaterThan(SEEDS * 20);
    }

    private static int run(long seed) {
        ReplicationSimulation simulation = new ReplicationSimulation(
                RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
        try {
            for (int step = 0; step < STEPS; step++) {
                simulation.step();
            }
            simulation.heal();
            return simulation.committed();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
