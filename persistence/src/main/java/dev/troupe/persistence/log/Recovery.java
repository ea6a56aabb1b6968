package dev.troupe.persistence.log;

import dev.troupe.protocol.TopicPartition;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far the recovery of one log has got (BEHAVIOUR L8): told in the log when it takes long, and to whoever asks. */
final class Recovery {
    private static final Logger log = LoggerFactory.getLogger(Recovery.class);
    private static final long REPORT_INTERVAL_MS = 5_000;

    private final TopicPartition partition;
    private final InstantSource clock;
    private final long startMs;
    private long reportMs;
    private final AtomicLong totalBytes = new AtomicLong();
    private final AtomicLong doneBytes = new AtomicLong();

    Recovery(TopicPartition partition, InstantSource clock) {
        this.partition = partition;
        this.clock = clock;
        this.startMs = clock.millis();
        this.reportMs = startMs + REPORT_INTERVAL_MS;
    }

    /** So many bytes may have to be read. */
    void expect(long bytes) {
        totalBytes.addAndGet(bytes);
    }

    /** So many more were read or need not be. */
    void advance(long bytes) {
        doneBytes.addAndGet(bytes);
        long now = clock.millis();
        if (now >= reportMs) {
            reportMs = now + REPORT_INTERVAL_MS;
            log.info("Recovering {}: {}", partition, progress());
        }
    }

    /** The log is open. */
    void end() {
        long took = clock.millis() - startMs;
        if (took >= REPORT_INTERVAL_MS) {
            log.info("Recovered {}: {} bytes in {} ms", partition, totalBytes.get(), took);
        }
    }

    boolean hasWork() {
        return totalBytes.get() > 0;
    }

    /** For people. */
    String progress() {
        long total = Math.max(totalBytes.get(), 1);
        return 100 * Math.min(doneBytes.get(), total) / total + " % of " + total + " bytes";
    }
}
