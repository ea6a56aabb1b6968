package dev.troupe.cluster.cli;

import dev.troupe.cluster.management.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a command answers: as a table for people, or as JSON for programs. */
final class Output {
    private static final String NOTHING = "-";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    boolean isJson() {
        return json;
    }

    /** Prints JSON. */
    void json(Object answer) {
        print(Json.text(answer));
    }

    /** Prints a line. */
    void line(String line) {
        print(line + System.lineSeparator());
    }

    /** Prints a table: columns as wide as they must be. */
    void table(List<String> heads, List<List<@Nullable Object>> rows) {
        List<List<String>> all = new ArrayList<>();
        all.add(heads);
        rows.forEach(row -> all.add(row.stream()
                .map(cell -> cell == null || cell.toString().isEmpty() ? NOTHING : cell.toString())
                .toList()));
        int[] widths = new int[heads.size()];
        all.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        all.forEach(row -> line(padded(row, widths)));
    }

    private static String padded(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length() + 2);
        }
        return line.toString().stripTrailing();
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }
}
