package dev.troupe.actors.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code docs/groups.md} shows is what the code asserts. */
final class GroupsDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "groups.md");

    @Test
    void drawsTheStepsThatAreLegal() throws IOException {
        List<String> steps = Arrays.stream(GroupPhase.values())
                .flatMap(phase ->
                        phase.predecessors().stream().map(before -> "    " + before.label() + " --> " + phase.label()))
                .toList();

        assertThat(Files.readString(DOCUMENT))
                .contains("```mermaid\nstateDiagram-v2\n" + String.join("\n", steps) + "\n```\n");
    }
}
