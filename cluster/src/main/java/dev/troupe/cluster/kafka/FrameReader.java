package dev.troupe.cluster.kafka;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a connection's bytes into frames: four bytes of length, then so many bytes. Used by one event loop.
 *
 * <p>A frame that lies whole in what was read is a slice of it. For one that does not, a buffer of its own is made, and the
 * socket is read straight into that: records are never copied on their way from the socket to the log. So that a stranger
 * cannot pin memory by announcing large frames, the first such buffer is small and grows as bytes arrive; a connection that
 * has delivered large frames gets buffers of full size at once.
 */
final class FrameReader {
    private static final int FIRST_BUFFER = 64 * 1024;
    private static final int LARGEST_AT_ONCE = 8 * 1024 * 1024;
    private static final int LENGTH_BYTES = 4;

    private final ByteBufAllocator allocator;
    private final MemoryBudget budget;
    private final int maxFrameBytes;

    /** Received and not yet cut. */
    private @Nullable ByteBuf unread;

    /** A frame that is arriving; its capacity is charged to the budget. */
    private @Nullable ByteBuf partial;

    private int partialSize;

    /** The window on {@link #partial} that the socket is being read into. */
    private @Nullable ByteBuf window;

    private int delivered = FIRST_BUFFER;

    FrameReader(ByteBufAllocator allocator, MemoryBudget budget, int maxFrameBytes) {
        this.allocator = allocator;
        this.budget = budget;
        this.maxFrameBytes = maxFrameBytes;
    }

    /** The buffer for the next read from the socket. */
    ByteBuf bufferForRead(int guess) {
        ByteBuf frame = partial;
        if (frame == null || !frame.isWritable()) {
            return allocator.directBuffer(guess);
        }
        ByteBuf free =
                frame.retainedSlice(frame.writerIndex(), frame.writableBytes()).writerIndex(0);
        window = free;
        return free;
    }

    /** Takes what was read, and its reference. */
    @SuppressWarnings("ReferenceEquality") // the very buffer that was handed out, whatever its bytes
    void received(ByteBuf read) {
        ByteBuf frame = partial;
        if (frame != null && read == window) {
            frame.writerIndex(frame.writerIndex() + read.readableBytes());
            read.release();
        } else if (unread == null) {
            unread = read;
        } else {
            unread = join(unread, read);
        }
        window = null;
    }

    /**
     * The next whole frame without its length, or null where none has arrived yet. Its bytes are charged to the budget; who
     * releases the buffer gives them back.
     *
     * @throws MalformedRequest where no frame can have such a length, or there is no memory for it
     */
    @Nullable
    ByteBuf next() throws MalformedRequest {
        if (partial != null) {
            return nextOfPartial(partial);
        }
        ByteBuf bytes = unread;
        if (bytes == null || bytes.readableBytes() < LENGTH_BYTES) {
            return null;
        }
        int size = bytes.getInt(bytes.readerIndex());
        if (size <= 0 || size > maxFrameBytes) {
            throw new MalformedRequest(ForeignProtocol.of(size)
                    .map(protocol -> "it speaks " + protocol + ", and Kafka's protocol is spoken here")
                    .orElseGet(() -> "a frame of " + size + " bytes, where 1 to " + maxFrameBytes + " are allowed"));
        }
        return bytes.readableBytes() >= LENGTH_BYTES + size ? cut(bytes, size) : begin(bytes, size);
    }

    /** Whether memory is held for a frame that has not arrived whole yet. */
    boolean midFrame() {
        return partial != null;
    }

    /** Gives back all memory. */
    void close() {
        if (unread != null) {
            unread.release();
            unread = null;
        }
        if (partial != null) {
            budget.giveBack(partial.capacity());
            partial.release();
            partial = null;
        }
    }

    private ByteBuf cut(ByteBuf bytes, int size) throws MalformedRequest {
        charge(size);
        ByteBuf frame = bytes.skipBytes(LENGTH_BYTES).readRetainedSlice(size);
        if (!bytes.isReadable()) {
            bytes.release();
            unread = null;
        }
        return frame;
    }

    private @Nullable ByteBuf begin(ByteBuf bytes, int size) throws MalformedRequest {
        int capacity = Math.min(size, Math.max(delivered, bytes.readableBytes()));
        charge(capacity);
        ByteBuf frame = allocator.directBuffer(capacity, size);
        frame.writeBytes(bytes.skipBytes(LENGTH_BYTES));
        bytes.release();
        unread = null;
        partial = frame;
        partialSize = size;
        return null;
    }

    private @Nullable ByteBuf nextOfPartial(ByteBuf frame) throws MalformedRequest {
        if (unread != null) {
            fill(frame, unread);
        }
        if (frame.writerIndex() == partialSize) {
            partial = null;
            delivered = Math.max(delivered, Math.min(partialSize, LARGEST_AT_ONCE));
            return frame;
        }
        if (!frame.isWritable()) {
            grow(frame);
        }
        return null;
    }

    /** Bytes that were read before the frame had a window of its own. */
    private void fill(ByteBuf frame, ByteBuf bytes) throws MalformedRequest {
        while (bytes.isReadable() && frame.writerIndex() < partialSize) {
            if (!frame.isWritable()) {
                grow(frame);
            }
            frame.writeBytes(bytes, Math.min(bytes.readableBytes(), frame.writableBytes()));
        }
        if (!bytes.isReadable()) {
            bytes.release();
            unread = null;
        }
    }

    private void grow(ByteBuf frame) throws MalformedRequest {
        int capacity = (int) Math.min(partialSize, 2L * frame.capacity());
        charge(capacity - frame.capacity());
        frame.capacity(capacity);
    }

    private void charge(int bytes) throws MalformedRequest {
        if (!budget.take(bytes)) {
            throw new MalformedRequest("no memory for its request: other requests take all that is allowed");
        }
    }

    private ByteBuf join(ByteBuf first, ByteBuf second) {
        ByteBuf both = allocator.directBuffer(first.readableBytes() + second.readableBytes());
        both.writeBytes(first).writeBytes(second);
        first.release();
        second.release();
        return both;
    }
}
