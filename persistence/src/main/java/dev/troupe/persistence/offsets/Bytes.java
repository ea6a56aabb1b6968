package dev.troupe.persistence.offsets;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.HexFormat;

/** Bytes that the coordinator carries for clients without reading them: equal when their content is, never changed. */
public final class Bytes {
    /** None. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** Takes over the array, which nobody may change from now on. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Bytes of(byte[] content) {
        return content.length == 0 ? EMPTY : new Bytes(content);
    }

    /** The content itself and no copy, as assignments go to a thousand members at once: read only. */
    @JsonValue
    public byte[] array() {
        return content;
    }

    public int length() {
        return content.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return content.length > 32 ? content.length + " bytes" : HexFormat.of().formatHex(content);
    }
}
