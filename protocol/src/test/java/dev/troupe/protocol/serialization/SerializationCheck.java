package dev.troupe.protocol.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.RemoteMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializers;
import org.assertj.core.api.SoftAssertions;

/** Checks that every message and stored record of a module has a tag, of the right form, and survives the way there and back. */
public final class SerializationCheck {
    private final Serialization serialization;
    private final Samples samples;

    /** Checks with the serializers of that system. */
    public SerializationCheck(ActorSystem<?> system) {
        this.serialization = SerializationExtension.get(system);
        this.samples = new Samples(system.deadLetters());
    }

    /** See {@link Samples#with}. */
    public <T> SerializationCheck with(Class<T> type, T value) {
        samples.with(type, value);
        return this;
    }

    /** Checks all records in the module that the class belongs to. */
    public void wholeModuleOf(Class<?> inModule) {
        List<Class<?>> records = recordsBeside(inModule);
        assertThat(records).as("messages and stored records").isNotEmpty();
        TagRegistry tags = TagRegistry.load();
        SoftAssertions.assertSoftly(softly -> records.forEach(type -> check(type, tags, softly)));
    }

    private void check(Class<?> type, TagRegistry tags, SoftAssertions softly) {
        softly.assertThat(tags.contains(type))
                .as("%s has a tag", type.getName())
                .isTrue();
        if (!tags.contains(type)) {
            return;
        }
        String form = Persisted.class.isAssignableFrom(type) ? "[a-z0-9.-]+/[0-9]+" : "[a-z0-9.-]+";
        softly.assertThat(tags.tagOf(type)).as("tag of %s", type.getName()).matches(form);
        softly.assertThatCode(() -> {
                    Object sample = samples.of(type);
                    assertThat(thereAndBack(sample)).isEqualTo(sample);
                })
                .as("%s there and back", type.getName())
                .doesNotThrowAnyException();
    }

    private Object thereAndBack(Object value) {
        byte[] bytes = serialization.serialize(value).get();
        int id = serialization.findSerializerFor(value).identifier();
        String manifest = Serializers.manifestFor(serialization.findSerializerFor(value), value);
        return serialization.deserialize(bytes, id, manifest).get();
    }

    private static List<Class<?>> recordsBeside(Class<?> inModule) {
        try {
            Path classes = Path.of(
                    inModule.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (Stream<Path> files = Files.walk(classes)) {
                return files.map(file -> classes.relativize(file).toString())
                        .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                        .sorted()
                        .<Class<?>>map(SerializationCheck::load)
                        .filter(Class::isRecord)
                        .filter(type ->
                                RemoteMessage.class.isAssignableFrom(type) || Persisted.class.isAssignableFrom(type))
                        .toList();
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String file) {
        String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
        try {
            return Class.forName(name, false, SerializationCheck.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
