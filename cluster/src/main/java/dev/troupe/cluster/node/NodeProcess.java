package dev.troupe.cluster.node;

import com.typesafe.config.Config;
import dev.troupe.cluster.config.ConfigLoader;
import dev.troupe.cluster.config.NodeSettings;
import dev.troupe.cluster.config.PekkoSettings;
import dev.troupe.cluster.config.Ports;
import dev.troupe.cluster.config.StartFailure;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.LogSettings;
import dev.troupe.protocol.Endpoint;
import java.io.IOException;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.typed.ActorSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node as a process: what happens before the first actor, and after the last. */
public final class NodeProcess {
    private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);

    private final Config config;
    private final NodeSettings settings;
    private final DataDirectory data;
    private final String version;
    private final Consumer<Endpoint> whenReady;

    private NodeProcess(
            Config config, NodeSettings settings, DataDirectory data, String version, Consumer<Endpoint> whenReady) {
        this.config = config;
        this.settings = settings;
        this.data = data;
        this.version = version;
        this.whenReady = whenReady;
    }

    /**
     * Runs a node until it is told to stop; one that its cluster has removed starts anew.
     *
     * @param config everything, as the loader made it
     * @param version for the banner
     * @return the exit status
     * @throws dev.troupe.cluster.config.StartFailure if it cannot start
     */
    public static int run(Config config, String version) {
        return run(config, version, kafka -> {});
    }

    /**
     * Runs a node, lets somebody use it once it is ready, and stops it.
     *
     * @param use is handed the Kafka listener
     */
    public static int rehearse(Config config, String version, Consumer<Endpoint> use) {
        return run(
                config,
                version,
                kafka -> Thread.ofPlatform().name("rehearsal").start(() -> {
                    try {
                        use.accept(kafka);
                    } finally {
                        // The shutdown hook stops the node in its usual order.
                        System.exit(0);
                    }
                }));
    }

    private static int run(Config config, String version, Consumer<Endpoint> whenReady) {
        NodeSettings settings = Ports.claim(NodeSettings.from(config.getConfig(ConfigLoader.NAMESPACE)));
        Logging.configure(settings.loggingLevel());
        try (DataDirectory data = DataDirectory.open(settings)) {
            NodeProcess process = new NodeProcess(config, settings, data, version, whenReady);
            boolean removed = process.runUntilItEnds(false);
            while (removed) {
                LOG.warn(
                        "node {} was silent, so the cluster has removed it: it was paused, cut off or overloaded. It"
                                + " starts anew and joins again",
                        settings.nodeId());
                removed = process.runUntilItEnds(true);
            }
            return 0;
        }
    }

    /** Runs the node to its end; true if its cluster has removed it, false if it was told to stop. */
    private boolean runUntilItEnds(boolean again) {
        Config troupe = config.getConfig(ConfigLoader.NAMESPACE);
        CompletableFuture<StartFailure> failure = new CompletableFuture<>();
        NodeContext node = new NodeContext(
                settings,
                troupe,
                data,
                logs(data, troupe),
                UUID.randomUUID(),
                again,
                version,
                whenReady,
                failure::complete);
        BootstrapSetup setup = BootstrapSetup.create(PekkoSettings.of(settings).withFallback(config));
        ActorSystem<Node.Command> system =
                ActorSystem.create(Node.create(node), "troupe", ActorSystemSetup.create(setup));
        system.getWhenTerminated().toCompletableFuture().join();
        if (failure.isDone()) {
            throw failure.join();
        }
        return Shutdown.wasRemoved(CoordinatedShutdown.get(system));
    }

    private static LogDirectory logs(DataDirectory data, Config troupe) {
        try {
            return LogDirectory.open(
                    data.logs(), LogSettings.from(troupe), new DiskFiles(), InstantSource.system(), UUID::randomUUID);
        } catch (IOException e) {
            throw new StartFailure("the record logs in " + data.logs() + " cannot be opened: " + e.getMessage());
        }
    }
}
