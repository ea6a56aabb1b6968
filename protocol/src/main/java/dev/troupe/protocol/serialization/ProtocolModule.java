package dev.troupe.protocol.serialization;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.type.MapType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * Teaches Jackson the persistent collections, {@link ByteString}, and {@link TopicPartition} as the key of a map
 * ({@code topic-partition}).
 */
final class ProtocolModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    ProtocolModule() {
        super("troupe-protocol");
        addKeyDeserializer(TopicPartition.class, new TopicPartitionKey());
        addSerializer(ByteString.class, new ByteStringWriter());
        addDeserializer(ByteString.class, new ByteStringReader());
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.addDeserializers(new PersistentCollections());
    }

    private static final class ByteStringWriter extends StdScalarSerializer<ByteString> {
        private static final long serialVersionUID = 1;

        ByteStringWriter() {
            super(ByteString.class);
        }

        @Override
        public void serialize(ByteString bytes, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeBinary(bytes.toArrayUnsafe());
        }
    }

    private static final class ByteStringReader extends StdScalarDeserializer<ByteString> {
        private static final long serialVersionUID = 1;

        ByteStringReader() {
            super(ByteString.class);
        }

        @Override
        public ByteString deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return ByteString.fromArrayUnsafe(in.getBinaryValue());
        }
    }

    private static final class TopicPartitionKey extends KeyDeserializer {
        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            int dash = key.lastIndexOf('-');
            return new TopicPartition(key.substring(0, dash), Integer.parseInt(key, dash + 1, key.length(), 10));
        }
    }

    /** Reads a persistent collection by way of the mutable one that Jackson knows. */
    private static final class PersistentCollections extends Deserializers.Base {

        @Override
        public @Nullable JsonDeserializer<?> findMapDeserializer(
                MapType type,
                DeserializationConfig config,
                BeanDescription description,
                @Nullable KeyDeserializer keys,
                @Nullable TypeDeserializer typing,
                @Nullable JsonDeserializer<?> values) {
            if (!type.hasRawClass(PMap.class)) {
                return null;
            }
            JavaType mutable = config.getTypeFactory()
                    .constructMapType(LinkedHashMap.class, type.getKeyType(), type.getContentType());
            return via(mutable, type, (Map<?, ?> map) -> HashTreePMap.from(map));
        }

        @Override
        public @Nullable JsonDeserializer<?> findCollectionDeserializer(
                CollectionType type,
                DeserializationConfig config,
                BeanDescription description,
                @Nullable TypeDeserializer typing,
                @Nullable JsonDeserializer<?> elements) {
            JavaType mutable = config.getTypeFactory().constructCollectionType(ArrayList.class, type.getContentType());
            if (type.hasRawClass(PVector.class)) {
                return via(mutable, type, (Collection<?> all) -> TreePVector.from(all));
            }
            if (type.hasRawClass(PSet.class)) {
                return via(mutable, type, (Collection<?> all) -> HashTreePSet.from(all));
            }
            return null;
        }

        private static <A, B> JsonDeserializer<?> via(JavaType mutable, JavaType wanted, Function<A, B> convert) {
            return new StdDelegatingDeserializer<>(new Converter<A, B>() {
                @Override
                public B convert(A value) {
                    return convert.apply(value);
                }

                @Override
                public JavaType getInputType(TypeFactory types) {
                    return mutable;
                }

                @Override
                public JavaType getOutputType(TypeFactory types) {
                    return wanted;
                }
            });
        }
    }
}
