package dev.troupe.persistence.offsets;

import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.LogView;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/** The partitions of {@code __consumer_offsets} on this node, as the offsets journal needs them. */
public interface OffsetsLog {

    /**
     * Appends as acks=all does.
     *
     * @param records a record set; the log may write offsets into it
     * @param done called exactly once, on any thread, within bounded time; must not block
     */
    void append(int partition, ByteBuffer records, Consumer<AppendResult> done);

    /** The log of a partition that this node leads, as it stands now. */
    Optional<LogView> view(int partition);
}
