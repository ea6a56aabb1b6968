package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogVerifierTest {
    private final FaultyFiles files = new FaultyFiles();
    private Path folder = Path.of("/none");

    @BeforeEach
    void fillAndStop() throws Exception {
        LogWorld world = new LogWorld(Path.of("/logs"), files, "segment.bytes", "600", "index.interval.bytes", "100");
        for (int i = 0; i < 20; i++) {
            world.append(Batches.at(1000)
                    .producer(7, 0, i)
                    .record(1000 + i, "k", "value " + i)
                    .build());
        }
        folder = world.log.folder();
        world.log.close();
        world.directory.close();
    }

    @Test
    void findsNothingInAWholeLog() throws Exception {
        LogVerifier.Result result = LogVerifier.verify(folder, files);
        assertThat(result.findings()).isEmpty();
        assertThat(result.batches()).isEqualTo(20);
        assertThat(result.segments()).isGreaterThan(2);
    }

    @Test
    void findsEveryByteOfRecordsThatWasChanged() throws Exception {
        Path segment = LogFileName.log(0).in(folder);
        byte[] whole = files.file(segment).bytes().clone();
        for (int at = 21; at < whole.length; at += 7) {
            put(segment, at, (byte) (whole[at] ^ 1));
            assertThat(LogVerifier.verify(folder, files).isDamaged())
                    .as("byte %s", at)
                    .isTrue();
            put(segment, at, whole[at]);
        }
        assertThat(LogVerifier.verify(folder, files).isDamaged()).isFalse();
    }

    @Test
    void findsAnIndexEntryThatPointsNowhere() throws Exception {
        Path index = LogFileName.offsetIndex(0).in(folder);
        put(index, 7, (byte) (files.file(index).bytes()[7] + 1));
        assertThat(messages()).singleElement().asString().contains("no batch that ends with offset");

        put(LogFileName.timeIndex(0).in(folder), 0, (byte) 1);
        assertThat(messages()).anyMatch(message -> message.contains("has the timestamp"));
    }

    @Test
    void takesATornTailForWhatTheNextStartCuts() throws Exception {
        Path last = LogFile.in(folder, files).getLast().path();
        try (FileChannel channel = files.open(last, false)) {
            channel.truncate(channel.size() - 3);
        }
        LogVerifier.Result result = LogVerifier.verify(folder, files);
        assertThat(result.findings()).anyMatch(finding -> finding.message().contains("torn tail"));
    }

    private List<String> messages() throws Exception {
        return LogVerifier.verify(folder, files).findings().stream()
                .map(LogVerifier.Finding::message)
                .toList();
    }

    private void put(Path file, int at, byte value) throws Exception {
        try (FileChannel channel = files.open(file, false)) {
            channel.write(ByteBuffer.wrap(new byte[] {value}), at);
        }
    }
}
