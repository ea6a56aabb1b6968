package dev.troupe.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.cluster.testing.TestNodes;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of three nodes: Kafka clients are sent to the coordinator at once (G16), people may ask any node (M1). */
class ThreeNodeGroupsIT {
    private static final String GROUP = "readers";
    private static final String TOPIC = "t";
    private static final int PARTITIONS = 6;
    private static final int RECORDS = 10;
    private static final int COMMITTED = 4;
    private static final Pattern LAG = Pattern.compile("\"lag\" : " + (RECORDS - COMMITTED));

    private static TestNodes nodes;
    private static Admin admin;

    @BeforeAll
    static void startNodes(@TempDir Path data) throws Exception {
        nodes = TestNodes.start(
                data, 3, "--set", "management.writable=true", "--set", "group.min.session.timeout.ms=500");
        admin = Admin.create(Map.of("bootstrap.servers", nodes.bootstrap()));
        admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                .all()
                .get();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", nodes.bootstrap()), new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < PARTITIONS * RECORDS; i++) {
                var _ = producer.send(new ProducerRecord<>(TOPIC, i % PARTITIONS, "k", "v"));
            }
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            offsets.put(new TopicPartition(TOPIC, partition), new OffsetAndMetadata(COMMITTED));
        }
        admin.alterConsumerGroupOffsets(GROUP, offsets).all().get();
    }

    @AfterAll
    static void stopNodes() {
        admin.close();
        nodes.close();
    }

    @Test
    void everyNodeButTheCoordinatorSaysSoAtOnce() throws Exception {
        Set<Integer> serving = new HashSet<>();
        for (int id : nodes.ids()) {
            try (RawMember committer = new RawMember(nodes.kafkaPort(id), GROUP);
                    RawClient client = new RawClient(nodes.kafkaPort(id))) {
                Errors committed = atOnce(() -> committer.commit(-1, COMMITTED));
                Errors fetched = atOnce(() -> fetch(client));
                Errors beaten = atOnce(() -> heartbeat(client));
                if (committed == Errors.NONE) {
                    serving.add(id);
                    assertThat(fetched).isEqualTo(Errors.NONE);
                    assertThat(beaten).isEqualTo(Errors.UNKNOWN_MEMBER_ID);
                } else {
                    assertThat(List.of(committed, fetched, beaten)).containsOnly(Errors.NOT_COORDINATOR);
                }
            }
        }
        assertThat(serving).hasSize(1);
    }

    @Test
    void anyNodeShowsAGroupAndItsLagWhoeverHasTheReplicas() throws Exception {
        Set<String> coordinators = new HashSet<>();
        for (int id : nodes.ids()) {
            await("a lag for each partition")
                    .until(() -> group(id), text -> LAG.matcher(text).results().count() == PARTITIONS);
            Matcher coordinator = Pattern.compile("\"coordinator\" : (\\d)").matcher(group(id));
            assertThat(coordinator.find()).isTrue();
            coordinators.add(coordinator.group(1));
        }
        assertThat(coordinators).hasSize(1);
    }

    @Test
    void anyNodeTellsWhyAGroupRebalanced() throws Exception {
        String group = "explained";
        for (int id : nodes.ids()) {
            try (RawMember member = new RawMember(nodes.kafkaPort(id), group)) {
                if (member.heartbeat() != Errors.NOT_COORDINATOR) {
                    member.sendJoin().awaitGeneration().syncAsLeader();
                }
            }
        }
        for (int id : nodes.ids()) {
            assertThat(get(id, group + "/timeline").body()).contains("generation 1 formed with range");
        }
    }

    @Test
    void aPlanOfOneNodeIsAppliedAtAnother() throws Exception {
        HttpResponse<String> plan = post(1, GROUP + "/offsets:plan", "{\"strategy\": \"shift\", \"value\": \"0\"}");
        assertThat(plan.statusCode()).as(plan.body()).isEqualTo(200);
        Matcher token = Pattern.compile("\"token\" : (\"1-\\w+\")").matcher(plan.body());
        assertThat(token.find()).as(plan.body()).isTrue();
        String apply = "{\"token\": " + token.group(1) + "}";

        HttpResponse<String> applied = post(2, GROUP + "/offsets:apply", apply);
        assertThat(applied.statusCode()).as(applied.body()).isEqualTo(200);
        assertThat(post(3, GROUP + "/offsets:apply", apply).statusCode()).isEqualTo(409);
        assertThat(post(3, GROUP + "/offsets:apply", "{\"token\": \"9-0\"}").body())
                .contains("node 9, which knows, does not answer");
    }

    @Test
    void noNodeKnowsAGroupThatIsNone() throws Exception {
        for (int id : nodes.ids()) {
            assertThat(get(id, "nobody").statusCode()).isEqualTo(404);
            assertThat(get(id, "nobody/timeline").statusCode()).isEqualTo(404);
        }
    }

    private static Errors atOnce(Callable<Errors> question) throws Exception {
        long begun = System.nanoTime();
        Errors answer = question.call();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
        return answer;
    }

    private static Errors fetch(RawClient client) throws Exception {
        OffsetFetchRequestData request =
                new OffsetFetchRequestData().setGroupId(GROUP).setTopics(null);
        return Errors.forCode(((OffsetFetchResponseData) client.call(request, 7)).errorCode());
    }

    private static Errors heartbeat(RawClient client) throws Exception {
        HeartbeatRequestData request = new HeartbeatRequestData()
                .setGroupId(GROUP)
                .setMemberId("nobody")
                .setGenerationId(1);
        return Errors.forCode(((HeartbeatResponseData) client.call(request, 3)).errorCode());
    }

    private static String group(int id) throws Exception {
        return get(id, GROUP).body();
    }

    private static HttpResponse<String> get(int id, String path) throws Exception {
        return send(HttpRequest.newBuilder(address(id, path)));
    }

    private static HttpResponse<String> post(int id, String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(address(id, path)).POST(BodyPublishers.ofString(body)));
    }

    private static URI address(int id, String path) {
        return URI.create(nodes.management(id) + "/api/v1/groups/" + path);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.timeout(Duration.ofSeconds(20)).build(), BodyHandlers.ofString());
        }
    }
}
