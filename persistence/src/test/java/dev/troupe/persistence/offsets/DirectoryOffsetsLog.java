package dev.troupe.persistence.offsets;

import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.IoRate;
import dev.troupe.persistence.log.LogConfig;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.LogSettings;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.log.PartitionLog;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One partition on disk as its leader's own; what replicas would say is the test's to decide. */
final class DirectoryOffsetsLog implements OffsetsLog {
    private static final DiskFiles FILES = new DiskFiles();

    private final PartitionLog log;
    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean holding;
    private @Nullable ErrorCode refusal;
    private @Nullable ErrorCode verdict;
    private int appends;

    DirectoryOffsetsLog(Path root) throws IOException {
        this(root, Map.of());
    }

    DirectoryOffsetsLog(Path root, Map<String, String> configs) throws IOException {
        LogDirectory directory = LogDirectory.open(
                root, new LogSettings(Duration.ofDays(1), 0), FILES, InstantSource.system(), UUID::randomUUID);
        log = directory.open(
                new TopicPartition("__consumer_offsets", 0), new TopicId(new UUID(1, 2)), LogConfig.from(configs));
    }

    /** Does what a node does for the log from time to time: forces, compacts where that is due, deletes. */
    void lookAfter() throws IOException {
        log.updateHighWatermark(log.view().logEndOffset());
        log.flushSealed();
        if (log.compactor().urgency() > 0) {
            log.compactor().run(1 << 20, IoRate.UNLIMITED);
        }
        log.maintain();
    }

    /** Bytes of all files of the partition. */
    long bytesOnDisk() throws IOException {
        long bytes = 0;
        for (String name : FILES.list(log.folder())) {
            bytes += FILES.size(log.folder().resolve(name));
        }
        return bytes;
    }

    /** Answers no append from now on until {@link #release}. */
    void hold() {
        holding = true;
    }

    void release() {
        holding = false;
        while (!held.isEmpty()) {
            held.remove().run();
        }
    }

    /** Refuses the next append. */
    void refuseNext(ErrorCode error) {
        refusal = error;
    }

    /** Appends the next, and says that its replicas have not followed. */
    void leaveNextUnreplicated(ErrorCode error) {
        verdict = error;
    }

    int appends() {
        return appends;
    }

    @Override
    public void append(int partition, ByteBuffer records, Consumer<AppendResult> done) {
        appends++;
        AppendResult result = refused(refusal);
        refusal = null;
        if (result == null) {
            AppendResult appended = log.append(records, 0);
            AppendResult unreplicated = refused(verdict);
            verdict = null;
            result = unreplicated == null ? appended : unreplicated;
        }
        AppendResult answer = result;
        if (holding) {
            held.add(() -> done.accept(answer));
        } else {
            done.accept(answer);
        }
    }

    private static @Nullable AppendResult refused(@Nullable ErrorCode error) {
        return error == null ? null : new AppendResult.Refused(error, "as the test wants", List.of());
    }

    @Override
    public Optional<LogView> view(int partition) {
        return Optional.of(log.view());
    }
}
