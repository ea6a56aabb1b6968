package dev.troupe.cluster.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.troupe.cluster.kafka.admin.AdminFailure;
import dev.troupe.cluster.kafka.admin.GroupAdmin;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Which cluster a command speaks to. */
final class ClusterOptions {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9092",
            description = "Where Kafka clients connect (default: ${DEFAULT-VALUE}).")
    private String bootstrap = "";

    /** Asks, and turns refusals into failures of the command. */
    <T> T ask(Function<GroupAdmin, T> question) {
        silenceClient();
        try (GroupAdmin admin = GroupAdmin.connect(bootstrap, PATIENCE)) {
            return question.apply(admin);
        } catch (AdminFailure failure) {
            throw new CommandFailure(String.valueOf(failure.getMessage()));
        }
    }

    /** The client logs each attempt to connect; one error at the end says more. */
    private static void silenceClient() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger("org.apache.kafka").setLevel(Level.OFF);
        }
    }
}
