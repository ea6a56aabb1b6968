package dev.troupe.cluster.kafka;

import dev.troupe.persistence.log.LogSlice;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.protocol.Writable;
import org.apache.kafka.common.record.internal.BaseRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;

/** Writes a message into a buffer, cut wherever records stand: these go out by themselves, uncopied. */
final class ResponseWriter implements Writable {
    private final ByteBuf buffer;
    private final List<Object> parts = new ArrayList<>(1);
    private int cutAt;

    /** Owns the buffer from now on. */
    ResponseWriter(ByteBuf buffer) {
        this.buffer = buffer;
    }

    /** What to send, in order; the receiver owns it. */
    List<Object> finish() {
        if (cutAt == 0) {
            parts.add(buffer);
        } else {
            cut();
            buffer.release();
        }
        return parts;
    }

    /** Gives all memory back. */
    void abandon() {
        parts.forEach(ReferenceCountUtil::release);
        buffer.release();
    }

    @Override
    public void writeRecords(BaseRecords records) {
        if (records.sizeInBytes() == 0) {
            return;
        }
        cut();
        if (records instanceof FileRegionRecords(LogSlice slice)) {
            parts.add(new SharedFileRegion(slice.channel(), slice.position(), slice.size()));
        } else if (records instanceof MemoryRecords memory) {
            parts.add(Unpooled.wrappedBuffer(memory.buffer().duplicate()));
        } else {
            throw new IllegalArgumentException("cannot send " + records.getClass());
        }
    }

    private void cut() {
        if (buffer.writerIndex() > cutAt) {
            parts.add(buffer.retainedSlice(cutAt, buffer.writerIndex() - cutAt));
            cutAt = buffer.writerIndex();
        }
    }

    @Override
    public void writeByte(byte value) {
        buffer.writeByte(value);
    }

    @Override
    public void writeShort(short value) {
        buffer.writeShort(value);
    }

    @Override
    public void writeInt(int value) {
        buffer.writeInt(value);
    }

    @Override
    public void writeLong(long value) {
        buffer.writeLong(value);
    }

    @Override
    public void writeDouble(double value) {
        buffer.writeDouble(value);
    }

    @Override
    public void writeByteArray(byte[] value) {
        buffer.writeBytes(value);
    }

    @Override
    public void writeByteBuffer(ByteBuffer value) {
        buffer.writeBytes(value.duplicate());
    }

    @Override
    public void writeUnsignedVarint(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            buffer.writeByte((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        buffer.writeByte(rest);
    }

    @Override
    public void writeVarint(int value) {
        writeUnsignedVarint((value << 1) ^ (value >> 31));
    }

    @Override
    public void writeVarlong(long value) {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7fL) != 0) {
            buffer.writeByte((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        buffer.writeByte((int) rest);
    }
}
