package dev.troupe.persistence.metadata;

import static dev.troupe.persistence.metadata.Journals.ID;
import static dev.troupe.persistence.metadata.Journals.append;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Members crash, are cut off and lose messages as a seed says, while one writer after another appends. After every step: what
 * was acknowledged is in the log of whoever has applied that far, in order (invariant J1); at the end all members are equal
 * (J2). A failing seed is the parameter of the test that failed.
 */
class MetadataSimulationTest {
    private static final int STEPS = 60;

    @TempDir
    private Path directory;

    private final List<StoredEvent> acknowledged = new ArrayList<>();
    private String writer = "writer-0";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void acknowledgedEventsSurviveWhateverHappens(long seed) {
        Random random = new Random(seed);
        try (SimulatedGroup group = new SimulatedGroup(directory, seed)) {
            for (int step = 0; step < STEPS; step++) {
                disturb(group, random);
                appendSome(group, 1 + random.nextInt(8));
                group.running().forEach(id -> assertPrefix(group.stateOf(id)));
            }
            group.heal();
            restartMissing(group);
            appendSome(group, 1);
            group.running().forEach(id -> group.await("member " + id + " is equal", () -> hasAll(group.stateOf(id))));
        }
    }

    /** Never takes the majority away for good: whatever was broken before is mended first. */
    private void disturb(SimulatedGroup group, Random random) {
        int victim = 1 + random.nextInt(3);
        switch (random.nextInt(7)) {
            case 0 -> {
                group.heal();
                group.isolate(victim);
            }
            case 1 -> {
                group.heal();
                restartMissing(group);
                group.crash(victim);
            }
            case 2 -> {
                group.crash(victim);
                group.start(victim);
            }
            case 3 -> group.lose(0.1);
            case 4 -> {
                group.heal();
                restartMissing(group);
            }
            case 5 -> writer = "writer-" + random.nextInt(1_000_000);
            default -> group.pass(Duration.ofMillis(random.nextInt(3_000)));
        }
        mendIfNoMajority(group);
    }

    private static void mendIfNoMajority(SimulatedGroup group) {
        if (group.connected() < 2) {
            group.heal();
            restartMissing(group);
        }
    }

    private static void restartMissing(SimulatedGroup group) {
        for (int id = 1; id <= 3; id++) {
            if (!group.running().contains(id)) {
                group.start(id);
            }
        }
    }

    private void appendSome(SimulatedGroup group, int count) {
        long first = acknowledged.size() + 1L;
        JournalOperation.Append append = append(writer, first, first + count - 1);
        assertThat(group.write(append)).isEqualTo(new JournalAnswer.Done());
        acknowledged.addAll(append.events());
    }

    private void assertPrefix(JournalState state) {
        List<StoredEvent> applied = state.entity(ID).events();
        assertThat(acknowledged.subList(0, applied.size())).as("J1").isEqualTo(applied);
    }

    private boolean hasAll(JournalState state) {
        return state.entity(ID).events().equals(acknowledged);
    }
}
