package dev.troupe.cluster.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe completion}: {@code source <(bin/troupe completion)} in bash or zsh. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands: source <(bin/troupe completion).",
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash("troupe", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
    }
}
