package dev.troupe.cluster.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe cluster}: several nodes on this machine, for trying things. */
@Command(
        name = "cluster",
        description = "Starts or stops several nodes on this machine, for trying things.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ClusterCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    /** No command was named: say which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "start",
            description = "Starts them and waits until all are ready.",
            mixinStandardHelpOptions = true)
    int start(
            @Option(names = "--dir", paramLabel = "DIR", required = true, description = "Where everything is kept.")
                    Path dir,
            @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "How many (default: 3).")
                    int nodes,
            @Option(
                            names = "--port",
                            paramLabel = "N",
                            defaultValue = "9092",
                            description = "The first node's, for Kafka clients (default: 9092).")
                    int kafka,
            @Option(
                            names = "--management-port",
                            paramLabel = "N",
                            defaultValue = "8558",
                            description = "The first node's, for HTTP (default: 8558).")
                    int management,
            @Option(
                            names = "--artery-port",
                            paramLabel = "N",
                            defaultValue = "7355",
                            description = "The first node's, for other nodes (default: 7355).")
                    int artery)
            throws Exception {
        String bootstrap = new LocalCluster(dir.toAbsolutePath())
                .start(script(), nodes, new LocalCluster.Ports(kafka, management, artery));
        out().printf(
                        "%d nodes are ready%n  kafka       %s%n  management  http://127.0.0.1:%d%n  logs        %s%n",
                        nodes, bootstrap, management, dir.resolve("node-*").resolve("log"));
        out().flush();
        return 0;
    }

    @Command(name = "stop", description = "Stops all nodes of a folder.", mixinStandardHelpOptions = true)
    int stop(
            @Option(names = "--dir", paramLabel = "DIR", required = true, description = "As it was given to start.")
                    Path dir)
            throws Exception {
        out().printf("%d nodes have been stopped%n", new LocalCluster(dir.toAbsolutePath()).stop());
        out().flush();
        return 0;
    }

    private static Path script() {
        @Nullable String home = System.getProperty("troupe.home");
        return Path.of(home == null ? "" : home, "bin", "troupe").toAbsolutePath();
    }

    private PrintWriter out() {
        CommandLine command = spec.commandLine();
        return command.getOut();
    }
}
