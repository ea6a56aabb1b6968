package dev.troupe.persistence.metadata;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.troupe.persistence.raft.RaftSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorSystem;

/** An actor system with the metadata journal of a lone node, for tests. */
final class MetadataNode implements AutoCloseable {
    static final RaftSettings SETTINGS = new RaftSettings(
            Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofMillis(200), 100, 1000, Duration.ofSeconds(10));

    private static final Config CONFIG = ConfigFactory.parseString("""
            pekko.persistence.journal.plugin = "troupe.metadata.journal"
            pekko.persistence.snapshot-store.plugin = "troupe.metadata.snapshot-store"
            pekko.loglevel = WARNING
            """).withFallback(ConfigFactory.load());

    private final ActorTestKit testKit = ActorTestKit.create("node", CONFIG);

    MetadataNode(Path directory) throws Exception {
        this(directory, 1);
    }

    MetadataNode(Path directory, int nodeId) throws Exception {
        MetadataRaft.get(system())
                .start(
                        new MetadataVoter(directory, "cluster", nodeId, List.of(nodeId), SETTINGS),
                        Clock.systemUTC(),
                        new Random(1))
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    ActorTestKit testKit() {
        return testKit;
    }

    ActorSystem<?> system() {
        return testKit.system();
    }

    JournalAnswer write(JournalOperation operation) throws Exception {
        return MetadataRaft.get(system()).write(operation).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    JournalAnswer read(JournalQuestion question) throws Exception {
        return MetadataRaft.get(system()).read(question).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        testKit.shutdownTestKit();
    }
}
