package dev.troupe.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import dev.troupe.actors.client.ClientReply.GroupsListed;
import dev.troupe.actors.client.ClientReply.TopicsListed;
import dev.troupe.actors.client.ClientRequest;
import dev.troupe.actors.client.NewRecord;
import dev.troupe.actors.client.Troupe;
import dev.troupe.actors.client.TroupeAdmin;
import dev.troupe.actors.consumer.CommittableRecord;
import dev.troupe.actors.consumer.ConsumedRecord;
import dev.troupe.actors.consumer.ConsumerSettings;
import dev.troupe.actors.consumer.ConsumerSettings.OffsetReset;
import dev.troupe.actors.consumer.RebalanceNotice;
import dev.troupe.actors.consumer.TroupeConsumer;
import dev.troupe.actors.consumer.assignor.Assignor;
import dev.troupe.actors.group.GroupPhase;
import dev.troupe.cluster.testing.TestNode;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.pekko.Done;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.stream.javadsl.Sink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers of a Pekko application as members of groups, with each other and with Kafka's consumers (A2 to A6). */
class GroupConsumerIT {
    private static final Duration SHORTLY = Duration.ofMillis(300);

    @TempDir
    private static Path data;

    private static TestNode node;
    private static ActorSystem<Void> application;
    private static Troupe troupe;

    @BeforeAll
    static void joinCluster() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        node = TestNode.start(
                data, "--artery-port", String.valueOf(port), "--set", "group.initial.rebalance.delay.ms=0");
        application = ActorSystem.create(Behaviors.empty(), "troupe", ConfigFactory.load("troupe-client"));
        Cluster cluster = Cluster.get(application);
        cluster.manager().tell(new Join(new Address("pekko", "troupe", "127.0.0.1", port)));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> cluster.selfMember().status().equals(MemberStatus.up()));
        troupe = Troupe.get(application);
    }

    @AfterAll
    static void stop() {
        application.terminate();
        node.close();
    }

    @Test
    void anActorConsumerAndAKafkaConsumerShareAGroup() throws Exception {
        topic("shared", 4);
        TroupeConsumer ours = troupe.consumer(settings("mixed"));
        ours.subscribe(Set.of("shared"));
        Map<String, Object> config = Map.of(
                "bootstrap.servers", node.kafka(),
                "group.id", "mixed",
                "auto.offset.reset", "earliest",
                "heartbeat.interval.ms", "500");
        try (KafkaConsumer<String, String> theirs =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            theirs.subscribe(List.of("shared"));
            List<String> oursRead = new ArrayList<>();
            List<String> theirsRead = new ArrayList<>();
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                theirs.poll(Duration.ofMillis(100)).forEach(record -> theirsRead.add(record.value()));
                poll(ours).forEach(record -> oursRead.add(record.valueText()));
                return theirs.assignment().size() == 2 && assignment(ours).size() == 2;
            });
            List<String> values = send("shared", 100);
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                theirs.poll(Duration.ofMillis(100)).forEach(record -> theirsRead.add(record.value()));
                poll(ours).forEach(record -> oursRead.add(record.valueText()));
                return oursRead.size() + theirsRead.size() >= 100;
            });

            assertThat(oursRead).isNotEmpty();
            assertThat(theirsRead).isNotEmpty();
            List<String> all = new ArrayList<>(oursRead);
            all.addAll(theirsRead);
            assertThat(all).containsExactlyInAnyOrderElementsOf(values);
        }
        get(ours.close());
    }

    @Test
    void whatIsCommittedIsNotReadAgain() throws Exception {
        topic("resumed", 1);
        List<String> values = send("resumed", 20);
        TroupeConsumer first = troupe.consumer(settings("resuming").withMaxPollRecords(7));
        first.subscribe(Set.of("resumed"));
        List<String> read = texts(pollSome(first));
        assertThat(get(first.commit())).isEqualTo(Map.of(new TopicPartition("resumed", 0), 7L));
        assertThat(texts(pollSome(first))).hasSize(7);
        get(first.close());

        TroupeConsumer second = troupe.consumer(settings("resuming"));
        second.subscribe(Set.of("resumed"));
        read.addAll(texts(pollSome(second)));

        assertThat(read).isEqualTo(values);
        get(second.close());
    }

    @Test
    void whatPollsHaveBroughtIsCommittedByItself() throws Exception {
        topic("auto", 1);
        List<String> values = send("auto", 10);
        ConsumerSettings settings = settings("automatic").withAutoCommit(Duration.ofMillis(1));
        TroupeConsumer first = troupe.consumer(settings.withMaxPollRecords(4));
        first.subscribe(Set.of("auto"));
        List<String> read = texts(pollSome(first));
        get(first.close());

        TroupeConsumer second = troupe.consumer(settings);
        second.subscribe(Set.of("auto"));
        read.addAll(texts(pollSome(second)));

        assertThat(read).isEqualTo(values);
        get(second.close());
    }

    @Test
    void aCooperativeMemberGivesUpOnlyWhatMoves() throws Exception {
        topic("cooperative", 4);
        ConsumerSettings settings = settings("cooperating").withAssignors(Assignor.COOPERATIVE_STICKY);
        List<RebalanceNotice> heard = new CopyOnWriteArrayList<>();
        TroupeConsumer first = troupe.consumer(settings);
        first.subscribe(Set.of("cooperative"), listener(heard));
        await().until(() -> {
            poll(first);
            return assignment(first).size() == 4;
        });
        TroupeConsumer second = troupe.consumer(settings);
        second.subscribe(Set.of("cooperative"));
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            poll(first);
            poll(second);
            return assignment(first).size() == 2 && assignment(second).size() == 2;
        });

        assertThat(heard.stream().filter(RebalanceNotice.Revoked.class::isInstance))
                .singleElement()
                .satisfies(event -> assertThat(((RebalanceNotice.Revoked) event).partitions())
                        .hasSize(2)
                        .isEqualTo(assignment(second)));
        get(first.close());
        get(second.close());
    }

    @Test
    void topicsThatMatchLaterAreReadToo() throws Exception {
        topic("metrics-a", 1);
        TroupeConsumer consumer = troupe.consumer(settings("matching"));
        consumer.subscribe(Pattern.compile("metrics-.*"));
        await().until(() -> {
            poll(consumer);
            return assignment(consumer).size() == 1;
        });
        topic("metrics-b", 1);
        List<String> values = send("metrics-b", 3);

        List<String> read = new ArrayList<>();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            read.addAll(texts(poll(consumer)));
            return read.size() >= 3;
        });
        assertThat(read).isEqualTo(values);
        get(consumer.close());
    }

    @Test
    void whoDoesNotPollInTimeLosesItsPartitionsToOthersAndComesBack() throws Exception {
        topic("stuck", 1);
        TroupeConsumer stuck = troupe.consumer(settings("sticking").withMaxPollInterval(Duration.ofSeconds(2)));
        stuck.subscribe(Set.of("stuck"));
        await().until(() -> {
            poll(stuck);
            return assignment(stuck).size() == 1;
        });
        TroupeConsumer other = troupe.consumer(settings("sticking"));
        other.subscribe(Set.of("stuck"));
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            poll(other);
            return assignment(other).size() == 1;
        });
        assertThat(assignment(stuck)).isEmpty();
        get(other.close());

        await().atMost(Duration.ofSeconds(60)).until(() -> {
            poll(stuck);
            return assignment(stuck).size() == 1;
        });
        get(stuck.close());
    }

    @Test
    void seekingGoesBackAndPausedPartitionsBringNothing() throws Exception {
        topic("sought", 1);
        List<String> values = send("sought", 5);
        TopicPartition partition = new TopicPartition("sought", 0);
        TroupeConsumer consumer = troupe.consumer(settings("seeking"));
        consumer.assign(Set.of(partition));
        assertThat(texts(pollSome(consumer))).isEqualTo(values);

        consumer.seek(partition, 3);
        assertThat(texts(pollSome(consumer))).isEqualTo(values.subList(3, 5));
        consumer.pause(Set.of(partition));
        consumer.seek(partition, ClientRequest.EARLIEST);
        assertThat(poll(consumer)).isEmpty();
        consumer.resume(Set.of(partition));
        assertThat(texts(pollSome(consumer))).isEqualTo(values);
        get(consumer.close());
    }

    @Test
    void aStreamOfRecordsIsCommittedAsItGoes() throws Exception {
        topic("streamed", 2);
        List<String> values = send("streamed", 50);
        List<String> read = new CopyOnWriteArrayList<>();

        get(troupe.committable(settings("streaming"), Set.of("streamed"))
                .map(each -> {
                    read.add(each.record().valueText());
                    return each;
                })
                .take(50)
                .via(CommittableRecord.committing(20, Duration.ofMillis(100)))
                .runWith(Sink.seq(), application));

        assertThat(read).containsExactlyInAnyOrderElementsOf(values);
        TroupeConsumer after = troupe.consumer(settings("streaming"));
        after.subscribe(Set.of("streamed"));
        await().until(() -> {
            assertThat(poll(after)).isEmpty();
            return assignment(after).size() == 2;
        });
        assertThat(poll(after)).isEmpty();
        get(after.close());
    }

    @Test
    void topicsAndGroupsAreLookedAtAndChanged() throws Exception {
        topic("administered", 1);
        send("administered", 3);
        TopicPartition partition = new TopicPartition("administered", 0);
        TroupeAdmin admin = troupe.admin();

        assertThat(get(admin.topics())).contains(new TopicsListed.Topic("administered", false, 1, 1));
        assertThat(get(admin.leaders("administered"))).containsExactly(1);
        assertThat(get(admin.earliest(partition))).isZero();
        assertThat(get(admin.latest(partition))).isEqualTo(3);
        assertThat(get(admin.offsetAt(partition, Instant.EPOCH))).isZero();
        assertThat(get(admin.offsetAt(partition, Instant.now().plusSeconds(60))))
                .isEqualTo(-1);

        get(admin.commit("administrators", Map.of(partition, 2L)));
        assertThat(get(admin.committed("administrators"))).isEqualTo(Map.of(partition, 2L));
        assertThat(get(admin.groups())).contains(new GroupsListed.Group("administrators", GroupPhase.EMPTY, ""));
        assertThat(get(admin.group("administrators")).members()).isEmpty();
        get(admin.deleteGroup("administrators"));
        assertThat(get(admin.committed("administrators"))).isEmpty();

        assertThat(get(admin.deleteTopic("administered")).error()).isEqualTo(ErrorCode.NONE);
        assertThatThrownBy(() -> get(admin.leaders("administered"))).hasMessageContaining("UNKNOWN_TOPIC_OR_PARTITION");
    }

    private static ConsumerSettings settings(String group) {
        return ConsumerSettings.ofGroup(group)
                .withReset(OffsetReset.EARLIEST)
                .withAutoCommit(Duration.ZERO)
                .withTimes(Duration.ofSeconds(10), Duration.ofMillis(300), Duration.ofSeconds(1));
    }

    private static ActorRef<RebalanceNotice> listener(List<RebalanceNotice> heard) {
        return application.systemActorOf(
                Behaviors.receiveMessage(event -> {
                    heard.add(event);
                    if (event instanceof RebalanceNotice.Revoked(var _, ActorRef<Done> replyTo)) {
                        replyTo.tell(Done.getInstance());
                    }
                    return Behaviors.same();
                }),
                "listener",
                Props.empty());
    }

    private static void topic(String name, int partitions) throws Exception {
        get(troupe.admin().createTopic(name, partitions, 1));
    }

    private static List<String> send(String topic, int count) throws Exception {
        List<String> values =
                IntStream.range(0, count).mapToObj(i -> topic + "-" + i).toList();
        for (String value : values) {
            get(troupe.send(NewRecord.ofText(topic, value, value)));
        }
        return values;
    }

    private static List<ConsumedRecord> poll(TroupeConsumer consumer) throws Exception {
        return get(consumer.poll(SHORTLY));
    }

    private static List<ConsumedRecord> pollSome(TroupeConsumer consumer) {
        List<ConsumedRecord> read = new ArrayList<>();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            read.addAll(poll(consumer));
            return !read.isEmpty();
        });
        return read;
    }

    private static List<String> texts(List<ConsumedRecord> records) {
        return new ArrayList<>(records.stream().map(ConsumedRecord::valueText).toList());
    }

    private static Set<TopicPartition> assignment(TroupeConsumer consumer) throws Exception {
        return Set.copyOf(get(consumer.describe()).partitions().keySet());
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
