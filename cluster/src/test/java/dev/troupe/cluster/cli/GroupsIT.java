package dev.troupe.cluster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cluster.testing.TestNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups as an operator sees and moves them, by the command line and over HTTP. */
final class GroupsIT {
    private static final int RECORDS = 10;
    private static final int COMMITTED = 4;

    private static TestNode node;

    @BeforeAll
    static void startNode(@TempDir Path folder) {
        node = TestNode.start(folder.resolve("data"), "--set", "management.writable=true", "--set", "num.partitions=2");
    }

    @AfterAll
    static void stopNode() {
        node.close();
    }

    @Test
    void listsDescribesAndDeletesAStoppedGroup() {
        readSome("listed");

        assertThat(troupe(0, "list")).containsPattern("listed +Empty +consumer");
        assertThat(troupe(0, "describe", "listed"))
                .contains("group listed is Empty, coordinated by node 1")
                .containsPattern("topic-listed +0 +4 +10 +6 +-");
        assertThat(troupe(0, "describe", "listed", "--json")).contains("\"lag\" : 6");

        assertThat(troupe(0, "delete", "listed")).isEqualTo("group listed is deleted");
        assertThat(troupe(1, "describe", "listed")).contains("there is no such group");
        assertThat(troupe(1, "delete", "listed")).startsWith("troupe: ").contains("there is no such group");
    }

    @Test
    void movesOffsetsOnlyWhenToldTo() {
        readSome("moved");

        assertThat(troupe(0, "reset-offsets", "moved", "--to-earliest", "--topic", "topic-moved:0"))
                .containsPattern("topic-moved +0 +4 +0 +-4")
                .contains("nothing was changed");
        assertThat(committed("moved")).isEqualTo(COMMITTED);

        assertThat(troupe(0, "reset-offsets", "moved", "--shift-by", "2", "--topic", "topic-moved:0", "--execute"))
                .contains("the offsets are moved");
        assertThat(committed("moved")).isEqualTo(COMMITTED + 2);
    }

    @Test
    void refusesToMoveTheOffsetsOfAnActiveGroup() {
        try (KafkaConsumer<String, String> member = readSomeAndStay("active")) {
            assertThat(troupe(1, "reset-offsets", "active", "--to-latest", "--execute"))
                    .contains("is active with 1 members");
            assertThat(troupe(1, "delete", "active")).contains("it has members; stop them first");
            assertThat(committed(member, "active")).isEqualTo(COMMITTED);
        }
    }

    @Test
    void explainsWhatHappenedToAGroup() {
        readSome("explained");

        assertThat(troupe(0, "explain", "explained").lines())
                .anyMatch(
                        line -> line.matches(
                                ".*member \\S+ joined from 127.0.0.1.*: a rebalance begins, gathering first members until \\S+ at most"))
                .anyMatch(line -> line.contains("generation 1 formed with range after "))
                .anyMatch(line -> line.contains("generation 1 is stable: "))
                .anyMatch(line -> line.contains(" is out: left"))
                .anyMatch(line -> line.contains("generation 2: nobody is left"));
        assertThat(troupe(1, "explain", "nobody")).contains("there is no group 'nobody'");
    }

    @Test
    void saysWhatToDoWhereNothingAnswersOrSomethingIsMistyped() {
        assertThat(runAndEnd(1, "groups", "list", "--bootstrap", "127.0.0.1:1"))
                .startsWith("troupe: ")
                .contains("no node answers at 127.0.0.1:1");
        assertThat(runAndEnd(1, "groups", "explain", "g", "--management", "http://127.0.0.1:1"))
                .contains("no node answers at http://127.0.0.1:1");
        assertThat(runAndEnd(2, "groups", "reset-offsets", "g")).contains("--to-earliest");
        assertThat(troupe(1, "reset-offsets", "g", "--to-offset", "x")).contains("must be a whole number");
        assertThat(troupe(1, "reset-offsets", "g", "--to-earliest")).contains("has committed nothing");
    }

    @Test
    void plansAndAppliesOverHttp() throws Exception {
        readSome("posted");
        String wanted = "{\"strategy\": \"latest\", \"topics\": [\"topic-posted:0\"]}";

        HttpResponse<String> plan = post("posted/offsets:plan", wanted);
        assertThat(plan.statusCode()).as(plan.body()).isEqualTo(200);
        assertThat(plan.body()).contains("\"before\" : 4", "\"after\" : 10", "\"difference\" : 6");
        assertThat(committed("posted")).isEqualTo(COMMITTED);

        assertThat(post("posted/offsets:apply", "{\"token\": \"guessed\"}").statusCode())
                .isEqualTo(409);
        assertThat(post("posted/offsets:apply", token(plan)).statusCode()).isEqualTo(200);
        assertThat(committed("posted")).isEqualTo(RECORDS);
        assertThat(node.output()).contains("Offsets of group posted moved over HTTP from");
        assertThat(post("posted/offsets:apply", token(plan)).statusCode()).isEqualTo(409);
    }

    @Test
    void refusesAPlanWhoseGroupHasMovedSince() throws Exception {
        readSome("overtaken");
        HttpResponse<String> plan = post("overtaken/offsets:plan", "{\"strategy\": \"earliest\"}");

        assertThat(troupe(0, "reset-offsets", "overtaken", "--to-offset", "5", "--execute"))
                .contains("the offsets are moved");

        HttpResponse<String> applied = post("overtaken/offsets:apply", token(plan));
        assertThat(applied.statusCode()).isEqualTo(409);
        assertThat(applied.body()).contains("has moved since");
        assertThat(committed("overtaken")).isEqualTo(5);
    }

    @Test
    void saysWhatIsWrongWithWhatIsPosted() throws Exception {
        assertThat(post("g/offsets:plan", "nonsense").statusCode()).isEqualTo(400);
        assertThat(post("g/offsets:plan", "{\"strategy\": \"sideways\"}").body())
                .contains("it is one of earliest");
        assertThat(post("g/offsets:plan", "{\"strategy\": \"offset\", \"value\": \"x\"}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void tellsTheLagOfAStoppedGroupInRecordsAndTime() throws Exception {
        readSome("behind");

        String group = get("/api/v1/groups/behind");
        assertThat(group)
                .contains("\"lag\" : 6")
                .containsPattern("\"lag_ms\" : \\d+")
                .contains("\"member_id\" : null");
        // Nothing was committed for the other partition, and nobody has it.
        assertThat(group).containsPattern("\"partition\" : 1,\\s+\"committed_offset\" : null");
    }

    private static String token(HttpResponse<String> plan) {
        Matcher token = Pattern.compile("\"token\" : (\"[\\w-]+\")").matcher(plan.body());
        assertThat(token.find()).as(plan.body()).isTrue();
        return "{\"token\": " + token.group(1) + "}";
    }

    private static void readSome(String group) {
        readSomeAndStay(group).close();
    }

    /** Ten records in one of a topic's two partitions; a consumer that has committed four of them and is still a member. */
    private static KafkaConsumer<String, String> readSomeAndStay(String group) {
        String topic = "topic-" + group;
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", node.kafka()), new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                var _ = producer.send(new ProducerRecord<>(topic, 0, "k", "v" + i));
            }
        }
        KafkaConsumer<String, String> consumer = consumer(group);
        consumer.subscribe(List.of(topic));
        int read = 0;
        while (read == 0) {
            read = consumer.poll(Duration.ofSeconds(1)).count();
        }
        consumer.commitSync(Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(COMMITTED)));
        return consumer;
    }

    private static KafkaConsumer<String, String> consumer(String group) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        node.kafka(),
                        "group.id",
                        group,
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        false),
                new StringDeserializer(),
                new StringDeserializer());
    }

    private static long committed(String group) {
        try (KafkaConsumer<String, String> consumer = consumer(group)) {
            return committed(consumer, group);
        }
    }

    private static long committed(KafkaConsumer<String, String> consumer, String group) {
        TopicPartition partition = new TopicPartition("topic-" + group, 0);
        OffsetAndMetadata found = consumer.committed(Set.of(partition)).get(partition);
        return found == null ? -1 : found.offset();
    }

    private static String troupe(int status, String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of("groups", command));
        arguments.addAll(List.of(more));
        arguments.addAll(
                command.equals("explain")
                        ? List.of("--management", node.management())
                        : List.of("--bootstrap", node.kafka()));
        return runAndEnd(status, arguments.toArray(String[]::new));
    }

    private static String runAndEnd(int status, String... arguments) {
        try (TestNode command = TestNode.run(arguments)) {
            assertThat(command.awaitEnd()).as(command.output()).isEqualTo(status);
            return command.output();
        }
    }

    private static HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(node.management() + "/api/v1/groups/" + path))
                .POST(BodyPublishers.ofString(body)));
    }

    private static String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(node.management() + path)))
                .body();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }
}
