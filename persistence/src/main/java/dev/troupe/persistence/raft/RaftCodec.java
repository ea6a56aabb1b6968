package dev.troupe.persistence.raft;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.protocol.serialization.CborMapper;
import dev.troupe.protocol.serialization.TagRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.pekko.util.ByteString;

/** Writes what a Raft group stores as CBOR: values of a known type plainly, operations with their tag before them. */
public final class RaftCodec {
    private final ObjectMapper mapper = CborMapper.create(TagRegistry.load());

    /** The bytes of a value, read back with the same type. A type that is an interface puts the value's tag before it. */
    public <T> byte[] write(Class<T> type, T value) {
        try {
            return mapper.writerFor(type).writeValueAsBytes(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The value that {@link #write} made these bytes of.
     *
     * @throws IOException if they are not of that type, or its tag is not known
     */
    public <T> T read(Class<T> type, byte[] bytes) throws IOException {
        return mapper.readerFor(type).readValue(bytes);
    }

    /** As {@link #read(Class, byte[])}. */
    public <T> T read(Class<T> type, ByteString bytes) throws IOException {
        return read(type, bytes.toArrayUnsafe());
    }
}
