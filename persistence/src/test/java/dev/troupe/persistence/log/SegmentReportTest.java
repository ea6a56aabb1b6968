package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.persistence.log.SegmentStatus.Reason;
import dev.troupe.persistence.log.SegmentStatus.Rule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentReportTest {
    private static final long NOW_MS = 1_000_000;

    private final FaultyFiles files = new FaultyFiles();

    @Test
    void tellsUntilWhenASegmentIsTooYoung() throws Exception {
        LogWorld world = filled("retention.ms", "5000");

        SegmentStatus oldest = world.log.segments().getFirst();

        assertThat(oldest.reasons()).extracting(Reason::rule).containsExactly(Rule.RETENTION_MS);
        assertThat(oldest.reasons().getFirst().untilMs()).isEqualTo(NOW_MS - 100 + 5000);
        assertThat(rules(world.log.segments().getLast())).contains(Rule.ACTIVE);
    }

    @Test
    void tellsWhatTheNextCheckTakesAndWhatWaitsForItsReaders() throws Exception {
        LogWorld world = filled("retention.ms", "5000", "file.delete.delay.ms", "60000");
        world.nowMs.addAndGet(5_000);
        assertThat(rules(world.log.segments().getFirst())).containsExactly(Rule.NEXT_CHECK);

        world.log.maintain();

        SegmentStatus gone = world.log.segments().getLast();
        assertThat(rules(gone)).containsExactly(Rule.FILE_DELETE_DELAY);
        assertThat(gone.reasons().getFirst().untilMs()).isEqualTo(NOW_MS + 65_000);
    }

    @Test
    void countsTheAgeOfTheFileWhereARecordIsDatedInTheFuture() throws Exception {
        LogWorld world = world("retention.ms", "5000");
        world.append(Batches.at(NOW_MS).record(NOW_MS + 3_000_000, "k", "v").build());

        Reason last = world.log.segments().getFirst().reasons().getLast();

        assertThat(last.rule()).isEqualTo(Rule.FUTURE_TIMESTAMP);
        assertThat(last.untilMs()).isEqualTo(NOW_MS + 5000);
    }

    @Test
    void tellsThatTheLogIsNotTooLarge() throws Exception {
        LogWorld world = filled("retention.ms", "-1", "retention.bytes", "1000000");
        assertThat(rules(world.log.segments().getFirst())).containsExactly(Rule.RETENTION_BYTES);
    }

    @Test
    void tellsThatThereIsNoLimit() throws Exception {
        LogWorld world = filled("retention.ms", "-1");
        assertThat(rules(world.log.segments().getFirst())).containsExactly(Rule.NO_LIMIT);
    }

    @Test
    void tellsWhatIsNotReplicated() throws Exception {
        LogWorld world = world("retention.ms", "5000");
        world.log.append(Batches.of("a"), 0);
        assertThat(rules(world.log.segments().getFirst())).contains(Rule.ABOVE_HIGH_WATERMARK);
    }

    @Test
    void tellsWhatCompactionHasSeen() throws Exception {
        LogWorld world = filled("cleanup.policy", "compact", "min.cleanable.dirty.ratio", "0.01");
        assertThat(rules(world.log.segments().getFirst())).containsExactly(Rule.TO_BE_COMPACTED);

        world.log.flushSealed();
        world.log.compactor().run(1 << 20, IoRate.UNLIMITED);
        world.log.maintain();

        assertThat(rules(world.log.segments().getFirst())).containsExactly(Rule.COMPACTED);
    }

    private LogWorld filled(String... configs) throws Exception {
        LogWorld world = world(configs);
        for (int i = 0; i < 20; i++) {
            world.append(Batches.at(NOW_MS - 100)
                    .record(NOW_MS - 100, "k", "value " + i)
                    .build());
        }
        return world;
    }

    private LogWorld world(String... configs) throws Exception {
        LogWorld world = new LogWorld(Path.of("/logs"), files, configs);
        world.configs.put("segment.bytes", "400");
        world.log.configure(world.config());
        return world;
    }

    private static List<Rule> rules(SegmentStatus segment) {
        return segment.reasons().stream().map(Reason::rule).toList();
    }
}
