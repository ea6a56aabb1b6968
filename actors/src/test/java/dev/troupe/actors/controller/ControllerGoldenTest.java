package dev.troupe.actors.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.controller.ControllerReport.DecisionReport;
import dev.troupe.protocol.controller.ControllerReport.Election;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.serialization.GoldenFile;
import dev.troupe.protocol.serialization.TagRegistry;
import java.io.NotSerializableException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pcollections.HashTreePMap;
import org.pcollections.TreePVector;

/** What stands in the controller's journal and in its snapshots, byte by byte. */
class ControllerGoldenTest {
    private static final TopicId TOPIC = new TopicId(new UUID(1, 2));
    private static final long AT = 1_700_000_000_000L;
    private static final String CAUSE = "somebody asked";
    private static final BrokerInfo BROKER =
            new BrokerInfo(7, 40, new UUID(3, 4), List.of(new Endpoint("PLAINTEXT", "127.0.0.1", 9092)), "a-rack");

    private static ActorTestKit kit;

    @BeforeAll
    static void start() {
        kit = ActorTestKit.create(ConfigFactory.load());
    }

    @AfterAll
    static void stop() {
        kit.shutdownTestKit();
    }

    static Stream<Persisted> formats() {
        return Stream.of(
                new ControllerEvent.ControllerElected(3, 7, AT, CAUSE),
                new ControllerEvent.BrokerRegistered(BROKER, AT, CAUSE),
                new ControllerEvent.BrokerFenced(7, AT, CAUSE),
                new ControllerEvent.BrokerShuttingDown(7, AT, CAUSE),
                new ControllerEvent.TopicCreated(
                        "orders",
                        TOPIC,
                        false,
                        List.of(List.of(7, 8), List.of(8, 9)),
                        Map.of("retention.ms", "1000"),
                        AT,
                        CAUSE),
                new ControllerEvent.PartitionsAdded(TOPIC, List.of(List.of(9, 7)), AT, CAUSE),
                new ControllerEvent.PartitionsChanged(
                        List.of(new PartitionChange(TOPIC, 1, PartitionStatus.ONLINE, 8, 5, List.of(8), List.of(8, 9))),
                        AT,
                        CAUSE),
                new ControllerEvent.ReplicasChanged(
                        List.of(new ReplicaChange(TOPIC, 1, 9, ReplicaStatus.OFFLINE)), AT, CAUSE),
                new ControllerEvent.ReassignmentsChanged(
                        List.of(new ReassignmentChange(TOPIC, 1, List.of(9, 8), List.of(9), List.of(8))), AT, CAUSE),
                new ControllerEvent.LeaderElectedUncleanly(TOPIC, 1, 9, 6, List.of(8), AT, CAUSE),
                new ControllerEvent.TopicDeletionStarted(TOPIC, AT, CAUSE),
                new ControllerEvent.TopicDeleted(TOPIC, AT, CAUSE),
                new ControllerEvent.ConfigsAltered(
                        new ConfigResource(ConfigResource.Type.TOPIC, "orders"),
                        Map.of("retention.ms", "2000"),
                        AT,
                        CAUSE),
                new ControllerEvent.ProducerIdsAllocated(7, 1000, 1000, AT, CAUSE),
                snapshot(new Reassignment(List.of(), List.of(8))));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void writesAndReadsWhatItAlwaysDid(Persisted value) throws NotSerializableException {
        SerializerWithStringManifest serializer = (SerializerWithStringManifest)
                SerializationExtension.get(kit.system()).findSerializerFor(value);
        String tag = serializer.manifest(value);
        GoldenFile golden = new GoldenFile(tag.replace('/', '-'));

        golden.assertWritten(serializer.toBinary(value));
        assertThat(serializer.fromBinary(golden.read(), tag)).isEqualTo(value);
    }

    @Test
    void holdsEveryKindThatIsStored() {
        TagRegistry tags = TagRegistry.load();
        assertThat(formats().map(value -> tags.tagOf(value.getClass())))
                .containsExactlyInAnyOrderElementsOf(
                        new ControllerEventTags().tags().keySet());
    }

    @Test
    void readsSnapshotsFromBeforeReassignments() throws NotSerializableException {
        ControllerSnapshot value = snapshot(Reassignment.NONE);
        SerializerWithStringManifest serializer = (SerializerWithStringManifest)
                SerializationExtension.get(kit.system()).findSerializerFor(value);

        assertThat(serializer.fromBinary(new GoldenFile("ctl.snapshot-1").read(), "ctl.snapshot/1"))
                .isEqualTo(value);
    }

    private static ControllerSnapshot snapshot(Reassignment reassignment) {
        PartitionState partition = new PartitionState(
                PartitionStatus.ONLINE, List.of(7), List.of(7), 7, 5, 9, Map.of(7, ReplicaStatus.ONLINE), reassignment);
        TopicState topic = new TopicState(
                "orders",
                TOPIC,
                false,
                false,
                TreePVector.singleton(partition),
                HashTreePMap.singleton("retention.ms", "1000"));
        return new ControllerSnapshot(
                41,
                3,
                7,
                AT,
                List.of(new BrokerState(BROKER, true, false, AT)),
                List.of(topic),
                Map.of("log.retention.ms", "5000"),
                Map.of(7, Map.of("log.cleaner.threads", "2")),
                2000,
                List.of(new Election(3, 7, AT, CAUSE)),
                List.of(new DecisionReport(41, AT, "orders-0 is led by 7", CAUSE)));
    }
}
