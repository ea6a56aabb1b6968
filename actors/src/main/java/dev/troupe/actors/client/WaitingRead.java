package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.ReadDone;
import dev.troupe.actors.client.ClientRequest.Read;
import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionView;
import dev.troupe.persistence.log.LogSlice;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.log.OffsetOutOfRange;
import dev.troupe.protocol.ErrorCode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.typed.Scheduler;
import org.apache.pekko.dispatch.ExecutionContexts;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One read that waits until there is something to read, an error to tell, or no more patience. */
final class WaitingRead implements HostedPartition.Watcher {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingRead.class);

    /** Answers to applications travel in frames of usual size (256 KiB). */
    private static final int MAX_BYTES = 192 * 1024;

    private static final int LONGEST_WAIT_MS = 30_000;

    private final Read read;
    private final HostedPartition replica;
    private final Executor files;
    private long offset;
    private boolean answered;
    private @Nullable Cancellable patience;

    private WaitingRead(Read read, HostedPartition replica, Executor files) {
        this.read = read;
        this.replica = replica;
        this.files = files;
        this.offset = read.offset();
    }

    static void start(Read read, HostedPartition replica, Scheduler scheduler, Executor files) {
        WaitingRead waiting = new WaitingRead(read, replica, files);
        files.execute(() -> waiting.begin(scheduler));
    }

    private synchronized void begin(Scheduler scheduler) {
        replica.watch(this);
        look(false);
        if (!answered) {
            Duration wait = Duration.ofMillis(Math.clamp(read.waitMs(), 0, LONGEST_WAIT_MS));
            patience = scheduler.scheduleOnce(wait, () -> look(true), ExecutionContexts.fromExecutor(files));
        }
    }

    @Override
    public void changed(HostedPartition changed) {
        files.execute(() -> look(false));
    }

    private synchronized void look(boolean last) {
        if (answered) {
            return;
        }
        ReadDone found = found();
        if (last || found.error() != ErrorCode.NONE || found.batches().nonEmpty()) {
            answered = true;
            replica.unwatch(this);
            if (patience != null) {
                patience.cancel();
            }
            read.replyTo().tell(found);
        }
    }

    private ReadDone found() {
        PartitionView view = replica.view();
        LogView log = view.log();
        if (view.role() != PartitionView.Role.LEADER || log == null) {
            return ReadDone.failed(ErrorCode.NOT_LEADER_OR_FOLLOWER, offset);
        }
        if (offset == ClientRequest.EARLIEST) {
            offset = log.logStartOffset();
        } else if (offset == ClientRequest.LATEST) {
            offset = log.highWatermark();
        }
        try {
            return found(log);
        } catch (OffsetOutOfRange gone) {
            return ReadDone.failed(ErrorCode.OFFSET_OUT_OF_RANGE, offset);
        } catch (IOException e) {
            LOG.warn("Reading {} at offset {} failed: {}", replica.partition(), offset, e.toString());
            return ReadDone.failed(ErrorCode.KAFKA_STORAGE_ERROR, offset);
        }
    }

    private ReadDone found(LogView log) throws IOException, OffsetOutOfRange {
        if (offset < log.logStartOffset() || offset > log.logEndOffset()) {
            return ReadDone.failed(ErrorCode.OFFSET_OUT_OF_RANGE, offset);
        }
        // A follower that has just been elected may not know yet how far its predecessor's high watermark was.
        if (offset >= log.highWatermark()) {
            return new ReadDone(ErrorCode.NONE, offset, ByteString.emptyByteString());
        }
        Optional<LogSlice> slice = log.read(offset, log.highWatermark(), MAX_BYTES, true);
        if (slice.isEmpty()) {
            return new ReadDone(ErrorCode.NONE, offset, ByteString.emptyByteString());
        }
        return slice.get().size() > MAX_BYTES
                ? ReadDone.failed(ErrorCode.RECORD_LIST_TOO_LARGE, offset)
                : new ReadDone(ErrorCode.NONE, offset, bytes(slice.get()));
    }

    private static ByteString bytes(LogSlice slice) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(slice.size());
        while (bytes.hasRemaining()) {
            if (slice.channel().read(bytes, slice.position() + bytes.position()) < 0) {
                throw new EOFException("the segment ends before its batch");
            }
        }
        return ByteString.fromArrayUnsafe(bytes.array());
    }
}
