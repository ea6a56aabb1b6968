package dev.troupe.cluster.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.troupe.cluster.kafka.admin.AdminFailure;
import dev.troupe.cluster.kafka.admin.ClusterAdmin;
import dev.troupe.cluster.kafka.admin.GroupAdmin;
import dev.troupe.cluster.kafka.admin.LoadTest;
import dev.troupe.cluster.kafka.admin.RecordClient;
import dev.troupe.cluster.kafka.admin.TopicAdmin;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Which cluster a command speaks to: Troupe's or Apache Kafka's, as all is asked by Kafka's protocol. */
final class ClusterOptions {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9092",
            description = "Where Kafka clients connect (default: ${DEFAULT-VALUE}).")
    private String bootstrap = "";

    /** Asks about groups, and turns refusals into failures of the command. */
    <T> T ask(Function<GroupAdmin, T> question) {
        return answer(() -> {
            try (GroupAdmin admin = GroupAdmin.connect(bootstrap, PATIENCE)) {
                return question.apply(admin);
            }
        });
    }

    /** Asks about topics. */
    <T> T askTopics(Function<TopicAdmin, T> question) {
        return answer(() -> {
            try (TopicAdmin admin = TopicAdmin.connect(bootstrap, PATIENCE)) {
                return question.apply(admin);
            }
        });
    }

    /** Asks about brokers and replicas. */
    <T> T askCluster(Function<ClusterAdmin, T> question) {
        return answer(() -> {
            try (ClusterAdmin admin = ClusterAdmin.connect(bootstrap, PATIENCE)) {
                return question.apply(admin);
            }
        });
    }

    /** Writes or reads records. */
    <T> T withRecords(Function<RecordClient, T> work) {
        return answer(() -> work.apply(new RecordClient(bootstrap, PATIENCE)));
    }

    /** Measures. */
    <T> T load(Function<LoadTest, T> work) {
        return answer(() -> work.apply(new LoadTest(bootstrap, PATIENCE)));
    }

    private static <T> T answer(Supplier<T> question) {
        silenceClient();
        try {
            return question.get();
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
