package dev.troupe.actors.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.troupe.actors.client.ClientReply.GroupAnswered;
import dev.troupe.actors.client.ClientReply.GroupsListed;
import dev.troupe.actors.client.ClientReply.TopicsListed;
import dev.troupe.actors.client.ClientRequest.AskGroup;
import dev.troupe.actors.group.GroupPhase;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.actors.group.GroupRequest.Leave.Leaver;
import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.RemoteMessage;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.serialization.GoldenFile;
import dev.troupe.protocol.serialization.TagRegistry;
import java.io.NotSerializableException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What applications and brokers of different versions say to each other, byte by byte. */
class ClientGoldenTest {
    private static final ActorTestKit KIT = ActorTestKit.create("golden", ConfigFactory.load());
    private static final TopicPartition ORDERS = new TopicPartition("orders", 3);
    private static final Bytes SOME = Bytes.of(new byte[] {1, 2, 3});
    private static final ByteString BATCH = ByteString.fromArray(new byte[] {4, 5, 6});
    private static final CommittedOffset OFFSET =
            new CommittedOffset(42, 7, "note", 1_700_000_000_000L, -1, new TopicId(new UUID(1, 2)));

    @AfterAll
    static void stop() {
        KIT.shutdownTestKit();
    }

    static Stream<RemoteMessage> messages() {
        return Stream.of(requests(), replies(), groupRequests(), groupReplies()).flatMap(each -> each);
    }

    private static Stream<RemoteMessage> requests() {
        return Stream.of(
                new ClientRequest.DescribeTopic("orders", asker()),
                new ClientRequest.CreateTopic("orders", 3, 2, asker()),
                new ClientRequest.DeleteTopic("orders", asker()),
                new ClientRequest.ListTopics(asker()),
                new ClientRequest.NewProducerId(asker()),
                new ClientRequest.Produce(ORDERS, BATCH, 10_000, asker()),
                new ClientRequest.Read(ORDERS, 42, 500, asker()),
                new ClientRequest.FindOffset(ORDERS, 1_700_000_000_000L, asker()),
                new ClientRequest.FindCoordinator("billing", asker()),
                new ClientRequest.ListGroups(asker()));
    }

    private static Stream<RemoteMessage> replies() {
        return Stream.of(
                new ClientReply.TopicDescribed(ErrorCode.NONE, List.of(1, -1)),
                new TopicsListed(ErrorCode.NONE, List.of(new TopicsListed.Topic("orders", false, 3, 2))),
                new ClientReply.Produced(ErrorCode.NOT_ENOUGH_REPLICAS, "too few", -1),
                new ClientReply.ReadDone(ErrorCode.NONE, 42, BATCH),
                new ClientReply.ProducerIdGiven(ErrorCode.NONE, 4_000),
                new ClientReply.OffsetFound(ErrorCode.NONE, 42),
                new ClientReply.CoordinatorFound(ErrorCode.NONE, 2),
                new GroupsListed(
                        ErrorCode.NONE, List.of(new GroupsListed.Group("billing", GroupPhase.STABLE, "consumer"))));
    }

    private static Stream<RemoteMessage> groupRequests() {
        return Stream.<GroupRequest<?>>of(
                        new GroupRequest.Join(
                                "m",
                                "i",
                                "client",
                                "host",
                                "consumer",
                                List.of(new Protocol("range", SOME)),
                                45_000,
                                300_000,
                                true,
                                false,
                                null),
                        new GroupRequest.Sync("m", "i", 3, "consumer", "range", Map.of("m", SOME)),
                        new GroupRequest.Heartbeat("m", null, 3),
                        new GroupRequest.Leave(List.of(new Leaver("m", "i", "closed"))),
                        new GroupRequest.Commit("m", null, 3, Map.of(ORDERS, OFFSET)),
                        new GroupRequest.FetchOffsets(),
                        new GroupRequest.DeleteOffsets(Set.of(ORDERS)),
                        new GroupRequest.Delete(),
                        new GroupRequest.Describe())
                .map(request -> new AskGroup("billing", request, asker()));
    }

    private static Stream<RemoteMessage> groupReplies() {
        return Stream.of(
                        new GroupReply.Joined(
                                ErrorCode.NONE,
                                3,
                                "consumer",
                                "range",
                                "m",
                                false,
                                "m",
                                List.of(new GroupReply.JoinedMember("m", null, SOME))),
                        new GroupReply.Synced(ErrorCode.NONE, "consumer", "range", SOME),
                        new GroupReply.Beaten(ErrorCode.REBALANCE_IN_PROGRESS),
                        new GroupReply.Left(
                                ErrorCode.NONE, List.of(new GroupReply.LeftMember("m", "i", ErrorCode.NONE))),
                        new GroupReply.Committed(ErrorCode.NONE, Set.of(ORDERS)),
                        new GroupReply.FetchedOffsets(ErrorCode.NONE, Map.of(ORDERS, OFFSET)),
                        new GroupReply.DeletedOffsets(ErrorCode.NONE, Map.of(ORDERS, ErrorCode.NONE)),
                        new GroupReply.Deleted(ErrorCode.NON_EMPTY_GROUP),
                        new GroupReply.Described(
                                ErrorCode.NONE,
                                GroupPhase.STABLE,
                                3,
                                "consumer",
                                "range",
                                List.of(new GroupReply.DescribedMember("m", null, "client", "host", SOME, SOME))))
                .map(GroupAnswered::new);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void writesAndReadsWhatItAlwaysDid(RemoteMessage message) throws NotSerializableException {
        SerializerWithStringManifest serializer = (SerializerWithStringManifest)
                SerializationExtension.get(KIT.system()).findSerializerFor(message);
        GoldenFile golden = new GoldenFile(name(message));

        golden.assertWritten(serializer.toBinary(message));
        assertThat(serializer.fromBinary(golden.read(), serializer.manifest(message)))
                .isEqualTo(message);
    }

    @Test
    void holdsEveryKindThatTravels() {
        assertThat(messages().flatMap(ClientGoldenTest::tags).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        new ClientMessageTags().tags().keySet());
    }

    private static String name(RemoteMessage message) {
        return String.join("-", tags(message).toList());
    }

    private static Stream<String> tags(RemoteMessage message) {
        TagRegistry registry = TagRegistry.load();
        String outer = registry.tagOf(message.getClass());
        return switch (message) {
            case AskGroup ask -> Stream.of(outer, registry.tagOf(ask.request().getClass()));
            case GroupAnswered answered ->
                Stream.of(outer, registry.tagOf(answered.reply().getClass()));
            default -> Stream.of(outer);
        };
    }

    private static <T> ActorRef<T> asker() {
        return ActorRefResolver.get(KIT.system()).resolveActorRef("pekko://golden/user/asker");
    }
}
