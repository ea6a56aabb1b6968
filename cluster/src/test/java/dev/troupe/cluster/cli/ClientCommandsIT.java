package dev.troupe.cluster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cluster.testing.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics, records and brokers by the command line (M5). */
final class ClientCommandsIT {
    @TempDir
    private static Path folder;

    private static TestNode node;

    @BeforeAll
    static void startNode() {
        node = TestNode.start(folder.resolve("data"));
    }

    @AfterAll
    static void stopNode() {
        node.close();
    }

    @Test
    void topicsAreCreatedShownChangedAndDeleted() {
        assertThat(troupe(0, "topics", "create", "made", "--partitions", "2", "--set", "retention.ms=60000"))
                .isEqualTo("topic made is created with 2 partitions");
        assertThat(troupe(1, "topics", "create", "made"))
                .isEqualTo("troupe: creating topic 'made' failed: it exists already; 'troupe topics alter' changes it");
        assertThat(troupe(0, "topics", "list")).containsPattern("made +2 +1 +0 +0");
        assertThat(troupe(0, "topics", "describe", "made"))
                .contains("retention.ms = 60000")
                .containsPattern("1 +1 +1 +1");

        assertThat(troupe(1, "topics", "alter", "made"))
                .isEqualTo("troupe: nothing to change; say --partitions, --set or --unset");
        assertThat(troupe(0, "topics", "alter", "made", "--partitions", "3", "--unset", "retention.ms"))
                .isEqualTo("topic made is changed");
        assertThat(troupe(0, "topics", "describe", "made", "--json"))
                .contains("\"partition\" : 2")
                .contains("\"configs\" : { }");

        assertThat(troupe(0, "topics", "delete", "made")).isEqualTo("topic made is deleted");
        assertThat(troupe(1, "topics", "describe", "made")).contains("'troupe topics list' shows those there are");
    }

    @Test
    void recordsAreShownFromTheBeginningFromTheEndAndForAGroup() throws Exception {
        write("shown", 5);

        assertThat(troupe(0, "records", "consume", "shown", "--max", "2")).isEqualTo("0:0\tk\tv0\n0:1\tk\tv1");
        assertThat(troupe(0, "records", "tail", "shown", "--last", "2", "--no-follow"))
                .isEqualTo("0:3\tk\tv3\n0:4\tk\tv4");
        assertThat(troupe(0, "records", "consume", "shown", "--group", "showing", "--max", "3"))
                .endsWith("0:2\tk\tv2");
        assertThat(troupe(0, "records", "consume", "shown", "--group", "showing", "--max", "1", "--json"))
                .contains("\"offset\":3");
        assertThat(troupe(1, "records", "consume", "hidden")).contains("there is no topic 'hidden'");
    }

    @Test
    void brokersAndControllerAreNamedAndLeadersElected() {
        assertThat(troupe(0, "brokers")).containsPattern("1 +127.0.0.1 +\\d+ +- +yes");
        assertThat(troupe(0, "controller")).startsWith("broker 1 at 127.0.0.1:");
        assertThat(troupe(0, "elect-leaders")).isEqualTo("no partition needs an election");
        assertThat(troupe(1, "elect-leaders", "--partition", "nothing"))
                .isEqualTo("troupe: invalid partition 'nothing': it must be like orders:3");
    }

    @Test
    void aReassignmentIsPlannedDoneAndTakenBack() throws IOException {
        troupe(0, "topics", "create", "moving", "--partitions", "1");
        Path plan = folder.resolve("plan.json");

        assertThat(troupe(0, "reassign", "plan", "moving", "--file", plan.toString()))
                .containsPattern("moving +0 +1 +1")
                .contains("nothing was changed");
        assertThat(Files.readString(plan)).contains("\"topic\" : \"moving\"");
        assertThat(troupe(1, "reassign", "plan", "moving", "--replicas", "3"))
                .contains("3 replicas of a partition need as many brokers, and there are 1");
        assertThat(troupe(0, "reassign", "apply", plan.toString(), "--wait"))
                .isEqualTo("the reassignment of 1 partition is done");
        assertThat(troupe(0, "reassign", "cancel")).isEqualTo("no such reassignment is under way");
        assertThat(troupe(1, "reassign", "apply", folder.resolve("none").toString()))
                .contains("cannot read");
    }

    @Test
    void speedIsMeasured() {
        troupe(0, "topics", "create", "fast", "--partitions", "1");

        assertThat(troupe(0, "perf", "produce", "fast", "--records", "1000")).containsPattern("\n1000 +");
        assertThat(troupe(0, "perf", "consume", "fast", "--json")).contains("\"records\" : 1000");
    }

    @Test
    void aScriptCompletesCommands() {
        try (TestNode command = TestNode.run("completion")) {
            assertThat(command.awaitEnd()).isZero();
            assertThat(command.output()).contains("elect-leaders").contains("complete -F _complete_troupe");
        }
    }

    private static void write(String topic, int count) throws Exception {
        troupe(0, "topics", "create", topic, "--partitions", "1");
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", node.kafka()), new StringSerializer(), new StringSerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, "k", "v" + i)));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        }
    }

    private static String troupe(int status, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--bootstrap", node.kafka()));
        try (TestNode command = TestNode.run(all.toArray(String[]::new))) {
            assertThat(command.awaitEnd()).as(command.output()).isEqualTo(status);
            return command.output();
        }
    }
}
