package dev.troupe.cluster.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.GroupJson;
import dev.troupe.cluster.management.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code troupe groups explain}: why a group rebalanced (G15), as any node tells. */
@Command(
        name = "explain",
        description = "Tells what happened to a group lately and why.",
        mixinStandardHelpOptions = true)
final class GroupsExplainCommand implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int OK = 200;

    @Option(
            names = "--management",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8558",
            description = "Where a node serves HTTP (default: ${DEFAULT-VALUE}).")
    private String management = "";

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "GROUP", description = "Which group.")
    private String group = "";

    @Override
    public void run() {
        HttpResponse<String> answer = get(management.replaceAll("/+$", "") + "/api/v1/groups/"
                + URLEncoder.encode(group, StandardCharsets.UTF_8).replace("+", "%20") + "/timeline");
        try {
            if (answer.statusCode() != OK) {
                ErrorJson error = Json.read(answer.body(), ErrorJson.class);
                throw new CommandFailure(error.message() + "; " + error.hint());
            }
            GroupJson.Timeline timeline = Json.read(answer.body(), GroupJson.Timeline.class);
            if (output.isJson()) {
                output.json(timeline);
            } else {
                timeline.events().forEach(event -> output.line(event.at() + "  " + event.what()));
            }
        } catch (JsonProcessingException other) {
            throw new CommandFailure("what answers at " + management + " is no node of Troupe");
        }
    }

    private HttpResponse<String> get(String address) {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address))
                            .timeout(PATIENCE)
                            .build(),
                    BodyHandlers.ofString());
        } catch (IllegalArgumentException wrong) {
            throw new CommandFailure(
                    "invalid value '" + management + "' for --management: it must be like http://127.0.0.1:8558");
        } catch (IOException silent) {
            throw new CommandFailure(
                    "no node answers at " + management + "; is one running? --management names another");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted");
        }
    }
}
