package dev.troupe.protocol.serialization;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;

/** Teaches Jackson typed {@link ActorRef}s: as text that names the node, so that the receiver can answer. */
final class ActorRefModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    ActorRefModule(ExtendedActorSystem system) {
        super("troupe-actor-refs");
        addSerializer(new Writer(system));
        addDeserializer(ActorRef.class, new Reader(system));
    }

    /** Asked for at each use, as the system is not complete when it makes its serializers. */
    private static ActorRefResolver resolver(ExtendedActorSystem system) {
        return ActorRefResolver.get(Adapter.toTyped(system));
    }

    private static final class Writer extends StdScalarSerializer<ActorRef<?>> {
        private static final long serialVersionUID = 1;
        private final transient ExtendedActorSystem system;

        Writer(ExtendedActorSystem system) {
            super(ActorRef.class, false);
            this.system = system;
        }

        @Override
        public void serialize(ActorRef<?> ref, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(resolver(system).toSerializationFormat(ref));
        }
    }

    @SuppressWarnings("rawtypes") // Jackson looks deserializers up by class, and a class has no type argument.
    private static final class Reader extends StdScalarDeserializer<ActorRef> {
        private static final long serialVersionUID = 1;
        private final transient ExtendedActorSystem system;

        Reader(ExtendedActorSystem system) {
            super(ActorRef.class);
            this.system = system;
        }

        @Override
        public ActorRef deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return resolver(system).resolveActorRef(in.getText());
        }
    }
}
