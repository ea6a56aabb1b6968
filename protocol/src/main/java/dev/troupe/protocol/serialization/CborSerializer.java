package dev.troupe.protocol.serialization;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.UncheckedIOException;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Writes {@link dev.troupe.protocol.RemoteMessage}s and {@link dev.troupe.protocol.Persisted} data as CBOR; the manifest is the
 * tag from {@link TagRegistry}, never a class name, so that classes may be renamed and moved.
 */
public final class CborSerializer extends SerializerWithStringManifest {

    /** Stands in journals and on the wire: never to be changed. */
    public static final int IDENTIFIER = 7001;

    private final TagRegistry tags = TagRegistry.load();
    private final ObjectMapper mapper;

    /** Called by Pekko, which finds the class in {@code reference.conf}. */
    public CborSerializer(ExtendedActorSystem system) {
        this.mapper = CborMapper.create(tags, new ActorRefModule(system));
    }

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        return tags.tagOf(message.getClass());
    }

    @Override
    public byte[] toBinary(Object message) {
        try {
            return mapper.writeValueAsBytes(message);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + message.getClass().getName(), e);
        }
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
        try {
            return mapper.readValue(bytes, tags.typeOf(manifest));
        } catch (IllegalArgumentException | IOException e) {
            NotSerializableException failure =
                    new NotSerializableException("cannot read '" + manifest + "': " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }
}
