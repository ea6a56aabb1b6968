package dev.troupe.cluster.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe version}. */
@Command(name = "version", description = "Prints the version.", mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().println("Troupe " + Version.text());
    }
}
