package dev.troupe.cluster.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code troupe groups delete}. */
@Command(
        name = "delete",
        description = "Deletes groups without members, with all that they have committed.",
        mixinStandardHelpOptions = true)
final class GroupsDeleteCommand implements Runnable {
    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "GROUP", arity = "1..*", description = "Which groups.")
    private List<String> groups = List.of();

    @Override
    public void run() {
        for (String group : groups) {
            cluster.ask(admin -> {
                admin.delete(group);
                return group;
            });
            if (!output.isJson()) {
                output.line("group " + group + " is deleted");
            }
        }
        if (output.isJson()) {
            output.json(Map.of("deleted", groups));
        }
    }
}
