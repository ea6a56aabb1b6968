package dev.troupe.cluster.node;

import com.typesafe.config.Config;
import dev.troupe.cluster.config.ConfigLoader;
import dev.troupe.cluster.config.NodeSettings;
import dev.troupe.cluster.config.PekkoSettings;
import dev.troupe.cluster.config.Ports;
import java.util.UUID;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.typed.ActorSystem;

/** A node as a process: what happens before the first actor, and after the last. */
public final class NodeProcess {
    private NodeProcess() {}

    /**
     * Runs a node until it has stopped.
     *
     * @param config everything, as the loader made it
     * @param version for the banner
     * @return the exit status
     * @throws dev.troupe.cluster.config.StartFailure if it cannot start
     */
    public static int run(Config config, String version) {
        NodeSettings settings = Ports.claim(NodeSettings.from(config.getConfig(ConfigLoader.NAMESPACE)));
        Logging.configure(settings.loggingLevel());
        try (DataDirectory data = DataDirectory.open(settings, UUID::randomUUID)) {
            NodeContext context = new NodeContext(
                    settings, config.getConfig(ConfigLoader.NAMESPACE), data, UUID.randomUUID(), version);
            ActorSystem<Node.Command> system = ActorSystem.create(
                    Node.create(context),
                    "troupe",
                    ActorSystemSetup.create(
                            BootstrapSetup.create(PekkoSettings.of(settings).withFallback(config))));
            system.getWhenTerminated().toCompletableFuture().join();
            return 0;
        }
    }
}
