package dev.troupe.persistence.log;

import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a log takes writes (BEHAVIOUR L8, L14). After a failed write or fsync nobody knows what is on disk, so nothing more is
 * written until the log is opened anew; a disk without room only refuses appends, and takes them again once there is some.
 */
final class LogHealth {
    private static final Logger log = LoggerFactory.getLogger(LogHealth.class);

    private final LogDirectory directory;
    private final Path folder;
    private volatile @Nullable String failure;

    LogHealth(LogDirectory directory, Path folder) {
        this.directory = directory;
        this.folder = folder;
    }

    /** Why nothing is written any more, empty while it is. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Nothing is written from now on. */
    void end(String reason) {
        failure = reason;
    }

    /** The answer to an append that cannot be taken now, null where it can. */
    @Nullable
    Refused refusal() {
        String failed = failure;
        if (failed != null) {
            return refused(failed);
        }
        return directory.isFull()
                ? refused("the disk of " + directory.root() + " has less room left than log.disk.reserve.bytes")
                : null;
    }

    /** A write failed; it was taken back where {@code undone}. */
    Refused writeFailed(IOException cause, boolean undone) {
        String reason = reason(cause);
        if (!undone || !directory.isFullNow()) {
            failure = reason;
        }
        return refused(reason);
    }

    /** Does what ends all writing where it fails. */
    void failing(Step step) throws IOException {
        try {
            step.run();
        } catch (IOException e) {
            failure = reason(e);
            throw e;
        }
    }

    /** As {@link #failing}, but what only lacked room is told of and left for the next time. */
    void failingButForRoom(Step step) throws IOException {
        try {
            step.run();
        } catch (IOException e) {
            if (!directory.isFullNow()) {
                failure = reason(e);
                throw e;
            }
            log.warn("{} is left as it is until there is room: {}", folder, e.toString());
        }
    }

    private String reason(IOException cause) {
        return "writing to " + folder + " failed: " + cause;
    }

    static Refused refused(String reason) {
        return Refused.of(ErrorCode.KAFKA_STORAGE_ERROR, reason);
    }

    /** Something that touches the disk. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }
}
