package dev.troupe.cluster.cli;

import dev.troupe.cluster.config.StartFailure;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of the command line: names the commands, and turns failures into one line and an exit status. */
@Command(
        name = "troupe",
        description = "A Kafka-compatible streaming log whose moving parts are Apache Pekko actors.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            StartCommand.class,
            ClusterCommand.class,
            TopicsCommand.class,
            RecordsCommand.class,
            GroupsCommand.class,
            BrokersCommand.class,
            ControllerCommand.class,
            ElectLeadersCommand.class,
            ReassignCommand.class,
            PerfCommand.class,
            LogCommand.class,
            CompletionCommand.class,
            VersionCommand.class,
            RehearseCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
public final class TroupeCommand implements Runnable {
    private static final int FAILED = 1;
    private static final int MISTYPED = 2;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    /**
     * Runs one command.
     *
     * @return the exit status
     */
    public static int run(String... arguments) {
        return new CommandLine(new TroupeCommand())
                .setParameterExceptionHandler(TroupeCommand::mistyped)
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command))
                .execute(arguments);
    }

    /** No command was named: say which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static int mistyped(CommandLine.ParameterException mistake, String[] arguments) {
        CommandLine command = mistake.getCommandLine();
        // picocli doubles a word where the value of a KEY=VALUE option has no "=".
        String what = String.valueOf(mistake.getMessage()).replace("option option", "option");
        List<String> near =
                mistake instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String hint = near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
        say(command.getErr(), what + hint + "; see " + command.getCommandSpec().qualifiedName() + " --help");
        return MISTYPED;
    }

    private static int failed(Exception failure, CommandLine command) {
        if (failure instanceof StartFailure || failure instanceof CommandFailure) {
            say(command.getErr(), String.valueOf(failure.getMessage()));
        } else {
            say(command.getErr(), "this is a bug: " + failure);
            failure.printStackTrace(command.getErr());
        }
        return FAILED;
    }

    private static void say(PrintWriter to, String line) {
        to.println("troupe: " + line);
        to.flush();
    }
}
