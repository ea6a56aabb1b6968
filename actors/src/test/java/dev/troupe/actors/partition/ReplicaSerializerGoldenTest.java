package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.actors.partition.ReplicaMessage.Diverging;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.NotSerializableException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What replicas say to each other, byte for byte: nodes of different versions talk to each other while one is renewed. */
class ReplicaSerializerGoldenTest {
    private static final ActorTestKit KIT = ActorTestKit.create("golden");

    private final Serialization serialization = SerializationExtension.get(KIT.system());

    @AfterAll
    static void stop() {
        KIT.shutdownTestKit();
    }

    @Test
    void records() throws Exception {
        ReplicaRecords records = new ReplicaRecords(7, ByteBuffer.wrap(new byte[] {1, 2, 3}), 258, 5);

        assertGolden(records, "r1", "0000000000000007" + "0000000000000102" + "0000000000000005" + "010203");
        assertThat(records.records().remaining()).isEqualTo(3);
    }

    @Test
    void diverging() throws Exception {
        assertGolden(new Diverging(7, -1, 9), "d1", "0000000000000007" + "ffffffff" + "0000000000000009");
    }

    @Test
    void refused() throws Exception {
        assertGolden(
                new FetchRefused(7, ErrorCode.FENCED_LEADER_EPOCH, -1),
                "x1",
                "0000000000000007" + "004a" + "ffffffffffffffff");
    }

    @Test
    void fetch() throws Exception {
        ReplicaFetch fetch = new ReplicaFetch(
                new TopicPartition("tö", 3),
                new TopicId(new UUID(1, 2)),
                4,
                5,
                6,
                7,
                8,
                -1,
                1_048_576,
                KIT.system().deadLetters());
        String reply = HexFormat.of().formatHex("pekko://golden/deadLetters".getBytes(StandardCharsets.US_ASCII));

        assertGolden(
                fetch,
                "f1",
                "0003" + "74c3b6" + "00000003" + "0000000000000001" + "0000000000000002" + "00000004"
                        + "0000000000000005" + "0000000000000006" + "00000007" + "0000000000000008" + "ffffffff"
                        + "00100000" + "001a" + reply);
    }

    @Test
    void whatIsCutShortOrUnknownIsRefused() {
        SerializerWithStringManifest serializer = serializer(new Diverging(7, 1, 9));

        assertThatThrownBy(() -> serializer.fromBinary(new byte[5], "d1")).isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> serializer.fromBinary(new byte[] {9, 9}, "f1"))
                .isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> serializer.fromBinary(new byte[40], "d9"))
                .isInstanceOf(NotSerializableException.class);
    }

    private void assertGolden(ReplicaMessage message, String manifest, String bytes) throws Exception {
        SerializerWithStringManifest serializer = serializer(message);

        assertThat(serializer.manifest(message)).isEqualTo(manifest);
        assertThat(HexFormat.of().formatHex(serializer.toBinary(message))).isEqualTo(bytes);
        assertThat(serializer.fromBinary(HexFormat.of().parseHex(bytes), manifest))
                .isEqualTo(message);
    }

    private SerializerWithStringManifest serializer(ReplicaMessage message) {
        assertThat(serialization.findSerializerFor(message)).isInstanceOf(ReplicaSerializer.class);
        return (SerializerWithStringManifest) serialization.findSerializerFor(message);
    }
}
