package dev.troupe.cluster.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.cluster.testing.TestNode;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP of a node as its clients meet it: one that asks for a password, as the rest is the same with it. */
class ManagementIT {
    private static final String LOGIN = "ann:s3cret";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private static Path folder;

    private static TestNode node;

    @BeforeAll
    static void start() {
        node = TestNode.start(
                folder.resolve("data"), "--set", "management.user=ann", "--set", "management.password=s3cret");
    }

    @AfterAll
    static void stop() {
        node.close();
        CLIENT.close();
    }

    @Test
    void asksForThePasswordEverywhereButWhereItTellsThatItIsAlive() throws Exception {
        for (String path : List.of("/", "/ready", "/metrics", "/api/v1/topics", "/console/console.js", "/nothing")) {
            assertThat(send(request(path)).statusCode()).as(path).isEqualTo(401);
        }
        assertThat(send(request("/alive")).statusCode()).isEqualTo(200);
        assertThat(get("/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void servesWhatItsDescriptionTellsAndNothingElse() throws Exception {
        JsonNode described = JSON.readTree(get("/api/v1/openapi.json").body());
        JsonNode index = JSON.readTree(get("/api/v1").body());

        TreeSet<String> served = new TreeSet<>();
        index.get("paths").forEach(path -> served.add(path.textValue()));
        TreeSet<String> told = new TreeSet<>();
        described
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(method -> told.add((method.equals("get") ? "" : "POST ") + path.getKey())));
        assertThat(served).isEqualTo(told);
    }

    @Test
    void takesTheParametersThatItsDescriptionTells() throws Exception {
        JsonNode paths = JSON.readTree(get("/api/v1/openapi.json").body()).get("paths");
        for (var path : paths.properties()) {
            JsonNode parameters = path.getValue().path("get").path("parameters");
            String query = String.join(
                    "&",
                    StreamSupport.stream(parameters.spliterator(), false)
                            .filter(each -> each.get("in").textValue().equals("query"))
                            .map(each -> each.get("name").textValue() + "=")
                            .toList());
            if (path.getValue().has("get")) {
                String example = path.getKey().replace("{name}", "none").replaceAll("\\{.*?}", "1");
                assertThat(get(example + "?" + query).statusCode())
                        .as(path.getKey())
                        .isIn(200, 404);
                assertThat(get(example + "?odd=1").body()).as(path.getKey()).contains("no parameter 'odd'");
            }
        }
    }

    @Test
    void tellsWhatIsWrongInOneShape() throws Exception {
        for (HttpResponse<String> wrong : List.of(
                get("/nothing"),
                get("/api/v1/topics/none"),
                get("/api/v1/topics/none/partitions/x/segments"),
                get("/api/v1/topics?limit=0"),
                get("/api/v1/groups?state=odd"),
                get("/api/v1/groups/none"),
                get("/api/v1/brokers/77/can-restart"),
                get("/console/..%2Fopenapi.json"),
                send(known("/api/v1/topics").DELETE()),
                send(known("/").POST(BodyPublishers.ofString("{"))),
                send(known("/api/v1/groups/g/offsets:plan").POST(BodyPublishers.ofString("{"))),
                send(known("/api/v1/groups/g/offsets:plan").POST(BodyPublishers.ofString("x".repeat(2_000_000)))),
                send(known("/api/v1/groups/g/offsets:apply").POST(BodyPublishers.ofString("{}"))))) {
            String what = wrong.uri() + " " + wrong.body();
            assertThat(wrong.statusCode()).as(what).isBetween(400, 499);
            assertThat(JSON.readTree(wrong.body()).fieldNames())
                    .toIterable()
                    .as(what)
                    .containsExactly("code", "message", "hint");
        }
    }

    @Test
    void streamsWhatTheControllerDecides() throws Exception {
        HttpResponse<InputStream> stream = CLIENT.send(
                known("/api/v1/events")
                        .header("Accept", "text/event-stream")
                        .header("Last-Event-ID", "0")
                        .build(),
                BodyHandlers.ofInputStream());
        try (InputStream events = stream.body()) {
            String begin = "";
            while (!begin.contains("event: decision")) {
                byte[] more = new byte[1024];
                begin += new String(more, 0, Math.max(0, events.read(more)), StandardCharsets.UTF_8);
            }
            assertThat(begin).startsWith("event: cluster\ndata: {").contains("\nid: ");
        }
    }

    @Test
    void tellsItsFiguresToPrometheus() throws Exception {
        assertThat(get("/metrics").body())
                .contains("kafka_controller_kafkacontroller_activecontrollercount 1.0")
                .contains("kafka_server_replicamanager_underreplicatedpartitions 0.0")
                .contains("kafka_network_requestmetrics_totaltime_seconds_count{request=\"Produce\"} 0");
    }

    @Test
    void tellsAClientOfKafkasThatThisIsTheWrongPortInOneCalmLine() throws Exception {
        URI address = URI.create(node.management());
        try (var socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream()
                    .write(new byte[] {0, 0, 0, 20, 0, 18, 0, 3, 0, 0, 0, 1, 0, 1, 'x', 0, 0, 0, 0, 0, 0, 0, 0, 0});
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("400");
        }
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(node.output()).contains("speaks no HTTP").doesNotContain("WARN"));
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(known(path));
    }

    private static HttpRequest.Builder known(String path) {
        String login = Base64.getEncoder().encodeToString(LOGIN.getBytes(StandardCharsets.UTF_8));
        return request(path).header("Authorization", "Basic " + login);
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(node.management() + path)).timeout(Duration.ofSeconds(20));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }
}
