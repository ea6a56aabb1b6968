package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes on disk, which are Kafka's: a change here is a change of format. */
class LogGoldenTest {
    private static final Path ROOT = Path.of("/logs");

    private final FaultyFiles files = new FaultyFiles();

    @Test
    void aSegmentHoldsBatchesAsTheyWereSentButForOffsetAndLeaderEpoch() throws Exception {
        LogWorld world = new LogWorld(ROOT, files);
        world.append(Batches.of("a"), 5);
        world.append(Batches.of("b"), 5);

        assertThat(hex(world, "00000000000000000000.log"))
                .isEqualTo("0000000000000000" + "0000003a" + "00000005" + "02" + "34c2594d" + "0000" + "00000000"
                        + "00000000000003e8" + "00000000000003e8" + "ffffffffffffffff" + "ffff" + "ffffffff"
                        + "00000001" + "10000000026b026100"
                        + "0000000000000001" + "0000003a" + "00000005" + "02" + "0025f1d4" + "0000" + "00000000"
                        + "00000000000003e8" + "00000000000003e8" + "ffffffffffffffff" + "ffff" + "ffffffff"
                        + "00000001" + "10000000026b026200");
    }

    @Test
    void indexesNameLastOffsetsPositionsAndTimes() throws Exception {
        LogWorld world = new LogWorld(ROOT, files, "index.interval.bytes", "0");
        world.append(Batches.of("a", "b"));
        world.append(Batches.at(0).record(2000, "k", "c").build());
        world.append(Batches.at(0).record(1500, "k", "d").build());
        world.log.flush();

        assertThat(hex(world, "00000000000000000000.index"))
                .isEqualTo("00000002" + "0000004f" + "00000003" + "00000096");
        assertThat(hex(world, "00000000000000000000.timeindex"))
                .isEqualTo("00000000000003e8" + "00000001" + "00000000000007d0" + "00000002");
    }

    @Test
    void aProducerSnapshotHasTheBatchesOfEachProducerThatMayComeAgain() throws Exception {
        LogWorld world = new LogWorld(ROOT, files);
        for (int sequence : List.of(0, 2)) {
            world.append(Batches.batch()
                    .producer(9, 2, sequence)
                    .record(1000, "k", "v")
                    .record(1000, "k", "v")
                    .build());
        }
        world.restart();

        assertThat(hex(world, "00000000000000000004.snapshot"))
                .isEqualTo("0001" + "715f8ce0" + "00000002" //
                        + "0000000000000009" + "0002" + "00000001" + "0000000000000001" + "00000001"
                        + "00000000000003e8" + "ffffffff" + "ffffffffffffffff" //
                        + "0000000000000009" + "0002" + "00000003" + "0000000000000003" + "00000001"
                        + "00000000000f4240" + "ffffffff" + "ffffffffffffffff");
    }

    @Test
    void aProducerSnapshotWithOneBatchOfAProducerIsReadAsKafkaWritesIt() throws Exception {
        Path file = ROOT.resolve("00000000000000000002.snapshot");
        files.createFolders(ROOT);
        files.put(
                file,
                ByteBuffer.wrap(HexFormat.of()
                        .parseHex("0001" + "885af78c" + "00000001" + "0000000000000009" + "0002" + "00000001"
                                + "0000000000000001" + "00000001" + "00000000000f4240" + "ffffffff"
                                + "ffffffffffffffff")));

        assertThat(ProducerSnapshot.read(files, file))
                .containsExactly(new ProducerState(
                        9, (short) 2, List.of(new ProducerState.Batch(1, 1, 1, 1_000_000)), 1_000_000));
    }

    @Test
    void smallFilesAreText() throws Exception {
        LogWorld world = new LogWorld(ROOT, files);
        world.append(Batches.of("a", "b"), 0);
        world.append(Batches.of("c"), 4);
        world.log.flush();
        world.directory.checkpoint();

        Path folder = world.log.folder();
        assertThat(folder).isEqualTo(ROOT.resolve("orders-0"));
        assertThat(files.readText(folder.resolve("leader-epoch-checkpoint"))).isEqualTo("0\n2\n0 0\n4 2\n");
        assertThat(files.readText(folder.resolve("partition.metadata")))
                .isEqualTo("version: 0\ntopic_id: AAAAAAAAAAEAAAAAAAAAAg\n");
        assertThat(files.readText(ROOT.resolve("recovery-point-offset-checkpoint")))
                .isEqualTo("0\n1\norders 0 3\n");
        assertThat(files.readText(ROOT.resolve("replication-offset-checkpoint")))
                .isEqualTo("0\n1\norders 0 3\n");
    }

    private String hex(LogWorld world, String name) throws Exception {
        ByteBuffer content = files.map(world.log.folder().resolve(name));
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
