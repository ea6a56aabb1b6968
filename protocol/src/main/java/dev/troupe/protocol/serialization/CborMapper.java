package dev.troupe.protocol.serialization;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DatabindContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.fasterxml.jackson.databind.jsontype.impl.TypeIdResolverBase;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.RemoteMessage;

/**
 * The one way records become CBOR: components by name, nulls left out, unknown components ignored (a newer version may have
 * more), and where a field's type is a sealed interface, {@link Persisted} or {@link RemoteMessage}, the tag of the record that
 * stands there before it.
 */
public final class CborMapper {

    private CborMapper() {}

    /**
     * Makes a mapper.
     *
     * @param tags names the records of sealed interfaces
     * @param more what else it shall understand
     */
    public static ObjectMapper create(TagRegistry tags, Module... more) {
        return CBORMapper.builder()
                .addModule(new ProtocolModule())
                .addModules(more)
                .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
                .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
                .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .setDefaultTyping(new TagTyping()
                        .init(JsonTypeInfo.Id.CUSTOM, new TagResolver(tags))
                        .inclusion(JsonTypeInfo.As.WRAPPER_ARRAY))
                .build();
    }

    /** Says that exactly the fields carry a tag whose type is a sealed interface or one of the two markers. */
    private static final class TagTyping extends ObjectMapper.DefaultTypeResolverBuilder {
        private static final long serialVersionUID = 1;

        TagTyping() {
            super(
                    ObjectMapper.DefaultTyping.NON_FINAL,
                    BasicPolymorphicTypeValidator.builder().build());
        }

        @Override
        public boolean useForType(JavaType type) {
            return type.isInterface()
                    && (type.getRawClass().isSealed()
                            || type.hasRawClass(Persisted.class)
                            || type.hasRawClass(RemoteMessage.class));
        }
    }

    /** Turns tags into types and back; only registered ones, so nothing else can be made from foreign bytes. */
    private static final class TagResolver extends TypeIdResolverBase {
        private final TagRegistry tags;

        TagResolver(TagRegistry tags) {
            this.tags = tags;
        }

        @Override
        public String idFromValue(Object value) {
            return tags.tagOf(value.getClass());
        }

        @Override
        public String idFromValueAndType(Object value, Class<?> suggestedType) {
            return idFromValue(value);
        }

        @Override
        public JavaType typeFromId(DatabindContext context, String id) {
            return context.constructType(tags.typeOf(id));
        }

        @Override
        public JsonTypeInfo.Id getMechanism() {
            return JsonTypeInfo.Id.CUSTOM;
        }
    }
}
