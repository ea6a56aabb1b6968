package dev.troupe.cluster.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe groups}: consumer groups of a running cluster. */
@Command(
        name = "groups",
        description = "Consumer groups: who is in them, how far they are, why they rebalanced.",
        mixinStandardHelpOptions = true,
        subcommands = {
            GroupsListCommand.class,
            GroupsDescribeCommand.class,
            GroupsExplainCommand.class,
            GroupsResetCommand.class,
            GroupsDeleteCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
final class GroupsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    /** No command was named: say which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
