package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the disk has room for appends (BEHAVIOUR L14): they are refused while less than a reserve is left, which checkpoints,
 * indexes and compaction can use meanwhile. Looks at the disk about once a second, and tells in the log when that changes.
 */
final class DiskSpace {
    private static final Logger log = LoggerFactory.getLogger(DiskSpace.class);
    private static final long CHECK_INTERVAL_MS = 1000;

    private final Files files;
    private final Path folder;
    private final long reserveBytes;
    private final InstantSource clock;
    private volatile boolean isShort;
    private volatile long usableBytes = -1;
    private volatile long checkedMs;

    DiskSpace(Files files, Path folder, long reserveBytes, InstantSource clock) {
        this.files = files;
        this.folder = folder;
        this.reserveBytes = reserveBytes;
        this.clock = clock;
    }

    /** Whether less than the reserve is left, as of a moment ago. */
    boolean isShort() {
        return clock.millis() - checkedMs >= CHECK_INTERVAL_MS ? isShortNow() : isShort;
    }

    /** Whether less than the reserve is left; a disk that does not tell has room. */
    boolean isShortNow() {
        checkedMs = clock.millis();
        try {
            long usable = files.usableSpace(folder);
            usableBytes = usable;
            became(usable < reserveBytes);
        } catch (IOException unknown) {
            isShort = false;
        }
        return isShort;
    }

    /** Bytes left when it was last looked at, -1 where that is not known. */
    long usableBytes() {
        return usableBytes;
    }

    private synchronized void became(boolean nowShort) {
        if (nowShort && !isShort) {
            log.warn(
                    "{} has {} bytes left, less than log.disk.reserve.bytes={}: appends are refused until there is room",
                    folder,
                    usableBytes,
                    reserveBytes);
        } else if (isShort && !nowShort) {
            log.info("{} has {} bytes left: appends are taken again", folder, usableBytes);
        }
        isShort = nowShort;
    }
}
