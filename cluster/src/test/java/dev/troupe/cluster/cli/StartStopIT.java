package dev.troupe.cluster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cluster.testing.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartStopIT {
    private static final int FAILED = 1;
    private static final int MISTYPED = 2;
    private static final int TERMINATED = 143;

    @TempDir
    private Path folder;

    @Test
    void tellsWhereItIsAndStopsQuicklyWithoutAWarning() throws Exception {
        Path data = folder.resolve("data");
        try (TestNode node = TestNode.start(data)) {
            assertThat(node.output()).contains("is ready after").contains("controller epoch 1");
            assertThat(node.told("data")).isEqualTo(data.toString());
            assertThat(node.told("node")).isEqualTo("1");
            assertThat(get(node.management() + "/ready")).isEqualTo(200);
            assertThat(get(node.management() + "/alive")).isEqualTo(200);
            assertThat(get(node.management() + "/api/v1/nothing")).isEqualTo(404);
            for (String path :
                    List.of("", "/cluster", "/controller", "/brokers", "/deletions", "/events", "/topics/")) {
                assertThat(get(node.management() + "/api/v1" + path)).as(path).isEqualTo(200);
            }

            Instant before = Instant.now();
            assertThat(node.stop()).isEqualTo(TERMINATED);
            assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(10));
            assertThat(node.output())
                    .doesNotContain("WARN")
                    .doesNotContain("ERROR")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void keepsItsClusterAndRaisesTheControllerEpochAtEachStart() {
        Path data = folder.resolve("data");
        String cluster;
        try (TestNode first = TestNode.start(data)) {
            cluster = first.told("cluster");
            first.stop();
        }
        try (TestNode second = TestNode.start(data)) {
            assertThat(second.told("cluster")).isEqualTo(cluster);
            assertThat(second.output()).contains("controller epoch 2");
        }
    }

    @Test
    void refusesADataDirectoryInUseOrOfAnotherNodeOrCluster() {
        Path data = folder.resolve("data");
        try (TestNode first = TestNode.start(data)) {
            refuses(FAILED, "is in use by another process", start(data));
            first.stop();
        }
        refuses(FAILED, "belongs to node 1 and this is node 2", start(data, "--node-id", "2"));
        refuses(FAILED, "belongs to the cluster", start(data, "--set", "cluster.id=another"));
    }

    @Test
    void refusesAPortInUseAndNamesIt() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            refuses(FAILED, "127.0.0.1:" + port, start(folder.resolve("data"), "--port", port));
            refuses(FAILED, "--management-port", start(folder.resolve("data"), "--management-port", port));
        }
    }

    @Test
    void refusesOnePortForTwoPurposes() throws IOException {
        String port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = String.valueOf(free.getLocalPort());
        }
        refuses(FAILED, "--management-port", start(folder.resolve("data"), "--port", port, "--management-port", port));
    }

    @Test
    void refusesADataDirectoryThatCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");

        refuses(FAILED, "cannot be written", start(file.resolve("data")));
    }

    @Test
    void refusesWhatIsMistyped() {
        refuses(FAILED, "troupe.num.partitions", start(folder.resolve("data"), "--set", "num.partitons=3"));
        refuses(FAILED, "cannot read", start(folder.resolve("data"), "--config", "none.conf"));
        refuses(MISTYPED, "--prot", TestNode.run("start", "--prot", "9092"));
        refuses(MISTYPED, "did you mean start", TestNode.run("strat"));
        refuses(FAILED, "'70000' for --port", start(folder.resolve("data"), "--port", "70000"));
        refuses(
                FAILED,
                "--node-id and --set node.id",
                start(folder.resolve("data"), "--node-id", "2", "--set", "node.id=3"));
        refuses(FAILED, "troupe.num.partitions", start(folder.resolve("data"), "--set", "num.partitions=0"));
        refuses(FAILED, "--heap", TestNode.run("start", "--heap", "plenty"));
    }

    @Test
    void explainsItself() {
        try (TestNode help = TestNode.run("--help");
                TestNode version = TestNode.run("version")) {
            assertThat(help.awaitEnd()).isZero();
            assertThat(help.output()).contains("start").contains("version");
            assertThat(version.awaitEnd()).isZero();
            assertThat(version.output()).matches("Troupe \\d+\\.\\d+.*");
        }
    }

    private static TestNode start(Path data, String... more) {
        return TestNode.run(TestNode.startArguments(data, more));
    }

    private static void refuses(int status, String reason, TestNode node) {
        try (node) {
            assertThat(node.awaitEnd()).as(node.output()).isEqualTo(status);
            assertThat(node.output()).startsWith("troupe: ").contains(reason).doesNotContain("\n");
        }
    }

    private static int get(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
