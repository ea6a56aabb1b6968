package dev.troupe.cluster.cli;

import dev.troupe.cluster.kafka.admin.GroupAdmin;
import dev.troupe.cluster.kafka.admin.ListedGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code troupe groups list}. */
@Command(name = "list", description = "Lists all groups of the cluster.", mixinStandardHelpOptions = true)
final class GroupsListCommand implements Runnable {
    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final Output output = new Output();

    @Override
    public void run() {
        List<ListedGroup> groups = cluster.ask(GroupAdmin::list);
        if (output.isJson()) {
            output.json(Map.of("groups", groups));
        } else {
            output.table(
                    List.of("GROUP", "STATE", "TYPE"),
                    groups.stream()
                            .map(group ->
                                    Arrays.<@Nullable Object>asList(group.group(), group.state(), group.protocolType()))
                            .toList());
        }
    }
}
