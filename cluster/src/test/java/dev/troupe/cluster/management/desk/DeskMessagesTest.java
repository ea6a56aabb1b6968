package dev.troupe.cluster.management.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.serialization.GoldenFile;
import java.util.Arrays;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What nodes of different versions say to each other, byte by byte. */
final class DeskMessagesTest {
    private final ActorTestKit kit = ActorTestKit.create("golden");

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void travelAsTheyAlwaysDid() {
        ActorRef<DeskMessage> replyTo = kit.system().deadLetters();
        Asked asked = new Asked(Subject.APPLY, "readers", "1-abc", "10.0.0.1");

        assertTravels("desk.question", new DeskMessage.Question(7, asked, replyTo));
        assertTravels("desk.answer", new DeskMessage.Answer(7, new Answered(200, "{}\n")));
    }

    @Test
    void knowTheirSubjectsByName() {
        assertThat(Arrays.stream(Subject.values()).map(Subject::name))
                .containsExactly("GROUP", "TIMELINE", "PLAN", "APPLY", "GROUPS", "BACKLOG");
    }

    private void assertTravels(String tag, DeskMessage message) {
        Serialization serialization = SerializationExtension.get(kit.system());
        GoldenFile golden = new GoldenFile(tag + "-1");
        golden.assertWritten(serialization.serialize(message).get());
        int serializer = serialization.findSerializerFor(message).identifier();
        String manifest = Serializers.manifestFor(serialization.findSerializerFor(message), message);
        assertThat(manifest).isEqualTo(tag);
        assertThat(serialization
                        .deserialize(golden.read(), serializer, manifest)
                        .get())
                .isEqualTo(message);
    }
}
