package dev.troupe.persistence.offsets;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the primitive types of Kafka's message format. */
final class FormatWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(96);
    private final DataOutputStream out = new DataOutputStream(bytes);

    FormatWriter int16(int value) {
        return write(() -> out.writeShort(value));
    }

    FormatWriter int32(int value) {
        return write(() -> out.writeInt(value));
    }

    FormatWriter int64(long value) {
        return write(() -> out.writeLong(value));
    }

    FormatWriter string(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > Short.MAX_VALUE) {
            throw new IllegalArgumentException("a string of " + utf8.length + " bytes has no place in this format");
        }
        return int16(utf8.length).raw(utf8);
    }

    FormatWriter nullableString(@Nullable String value) {
        return value == null ? int16(-1) : string(value);
    }

    FormatWriter bytes(Bytes value) {
        return int32(value.length()).raw(value.array());
    }

    /** A string of a flexible version: its length + 1 as a varint before it. */
    FormatWriter compactString(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return varint(utf8.length + 1).raw(utf8);
    }

    FormatWriter varint(int value) {
        return write(() -> {
            int rest = value;
            while ((rest & ~0x7f) != 0) {
                out.writeByte((rest & 0x7f) | 0x80);
                rest >>>= 7;
            }
            out.writeByte(rest);
        });
    }

    FormatWriter raw(byte[] value) {
        return write(() -> out.write(value));
    }

    ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private FormatWriter write(Output output) {
        try {
            output.write();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Output {
        void write() throws IOException;
    }
}
