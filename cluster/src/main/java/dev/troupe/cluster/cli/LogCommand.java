package dev.troupe.cluster.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe log}: looks at the files of partitions that no node uses meanwhile. */
@Command(
        name = "log",
        description = "Looks at the files of partitions while their node is stopped.",
        mixinStandardHelpOptions = true,
        subcommands = {LogDumpCommand.class, LogVerifyCommand.class})
final class LogCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
