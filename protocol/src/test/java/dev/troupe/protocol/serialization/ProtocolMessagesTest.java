package dev.troupe.protocol.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.metadata.ClusterImage;
import java.io.IOException;
import java.io.NotSerializableException;
import java.util.Map;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.serialization.SerializationExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.pcollections.PMap;

class ProtocolMessagesTest {
    private static final ActorTestKit TESTKIT = ActorTestKit.create();
    private static final TopicRef BY_NAME = new TopicRef("orders", null);

    private final ObjectMapper mapper = CborMapper.create(TagRegistry.load());

    @AfterAll
    static void shutDown() {
        TESTKIT.shutdownTestKit();
    }

    @Test
    void everyMessageHasATagAndTravels() {
        new SerializationCheck(TESTKIT.system()).with(TopicRef.class, BY_NAME).wholeModuleOf(ControllerCommand.class);
    }

    @Test
    void aClusterImageTravelsWithItsPersistentMaps() throws IOException {
        ClusterImage image = (ClusterImage) new Samples(TESTKIT.system().deadLetters()).of(ClusterImage.class);
        ClusterImage read = mapper.readValue(mapper.writeValueAsBytes(image), ClusterImage.class);
        assertThat(read).isEqualTo(image);
        assertThat(read.brokers()).isInstanceOf(PMap.class);
    }

    @Test
    void aPartitionIsAMapKeyThoughItsTopicHasDashes() throws IOException {
        record Ends(Map<TopicPartition, Long> ends) {}
        Ends ends = new Ends(Map.of(new TopicPartition("a-b-7", 12), 5L));
        assertThat(mapper.readValue(mapper.writeValueAsBytes(ends), Ends.class)).isEqualTo(ends);
    }

    @Test
    void absentValuesAreLeftOutButStayInMaps() throws IOException {
        assertThat(mapper.readTree(mapper.writeValueAsBytes(BY_NAME)).has("id")).isFalse();
        TopicRef byId = new TopicRef(null, TopicId.ZERO);
        assertThat(mapper.readValue(mapper.writeValueAsBytes(byId), TopicRef.class))
                .isEqualTo(byId);
    }

    @Test
    void anUnknownTagIsRefused() {
        var serialization = SerializationExtension.get(TESTKIT.system());
        assertThatThrownBy(() -> serialization
                        .deserialize(new byte[0], CborSerializer.IDENTIFIER, "ctl.nonsense")
                        .get())
                .isInstanceOf(NotSerializableException.class)
                .hasMessageContaining("ctl.nonsense");
    }
}
