package dev.troupe.persistence.offsets;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the primitive types of Kafka's message format; what runs out of the buffer throws {@code BufferUnderflowException}. */
final class FormatReader {
    private final ByteBuffer in;

    FormatReader(ByteBuffer in) {
        this.in = in.duplicate();
    }

    short int16() {
        return in.getShort();
    }

    int int32() {
        return in.getInt();
    }

    long int64() {
        return in.getLong();
    }

    String string() {
        return text(in.getShort());
    }

    @Nullable
    String nullableString() {
        short length = in.getShort();
        return length < 0 ? null : text(length);
    }

    String compactString() {
        return text(varint() - 1);
    }

    @Nullable
    String nullableCompactString() {
        int length = varint() - 1;
        return length < 0 ? null : text(length);
    }

    Bytes bytes() {
        return Bytes.of(raw(in.getInt()));
    }

    Bytes compactBytes() {
        return Bytes.of(raw(varint() - 1));
    }

    int varint() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a varint of more than five bytes");
    }

    /** Hands each tagged field to the reader of its tag; what the reader leaves unread is passed over. */
    void taggedFields(TagReader reader) {
        int fields = varint();
        for (int i = 0; i < fields; i++) {
            int tag = varint();
            reader.read(tag, new FormatReader(ByteBuffer.wrap(raw(varint()))));
        }
    }

    private String text(int length) {
        return new String(raw(length), StandardCharsets.UTF_8);
    }

    private byte[] raw(int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException(
                    "a length of " + length + " where " + in.remaining() + " bytes are left");
        }
        byte[] content = new byte[length];
        in.get(content);
        return content;
    }

    @FunctionalInterface
    interface TagReader {
        void read(int tag, FormatReader field);
    }
}
