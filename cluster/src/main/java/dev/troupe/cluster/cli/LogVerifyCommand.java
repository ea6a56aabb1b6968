package dev.troupe.cluster.cli;

import dev.troupe.cluster.management.json.Json;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.LogVerifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe log verify}: checks every byte of partitions' files. */
@Command(
        name = "verify",
        description =
                "Checks batches, records, indexes, snapshots and epochs. Exit status 0: all is well, or the next start"
                        + " mends it; 1: something is damaged.",
        mixinStandardHelpOptions = true)
final class LogVerifyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Partitions' folders, or folders of such.")
    private List<Path> given = List.of();

    @Option(names = "--json", description = "One line of JSON for each partition.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        boolean damaged = false;
        for (Path path : given) {
            for (Path folder : LogFolders.of(path)) {
                LogVerifier.Result result = LogVerifier.verify(folder, new DiskFiles());
                show(result);
                damaged |= result.isDamaged();
            }
        }
        return damaged ? 1 : 0;
    }

    private void show(LogVerifier.Result result) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(Row.of(result)));
            return;
        }
        out.printf(
                "%s: %s, %d segments, %d batches, %d bytes%n",
                result.folder(), stateOf(result), result.segments(), result.batches(), result.bytes());
        for (LogVerifier.Finding finding : result.findings()) {
            out.printf(
                    "  %s %s at byte %d: %s%n",
                    finding.damage() ? "DAMAGE" : "note",
                    finding.file().getFileName(),
                    finding.position(),
                    finding.message());
        }
    }

    private static String stateOf(LogVerifier.Result result) {
        return result.isDamaged() ? "damaged" : "good";
    }

    /** A partition in JSON. */
    record Row(String folder, String state, int segments, long batches, long bytes, List<Problem> findings) {
        private static Row of(LogVerifier.Result result) {
            return new Row(
                    result.folder().toString(),
                    stateOf(result),
                    result.segments(),
                    result.batches(),
                    result.bytes(),
                    result.findings().stream().map(Problem::of).toList());
        }
    }

    /** A finding in JSON. */
    record Problem(boolean damage, String file, long position, String message) {
        private static Problem of(LogVerifier.Finding finding) {
            return new Problem(
                    finding.damage(),
                    String.valueOf(finding.file().getFileName()),
                    finding.position(),
                    finding.message());
        }
    }
}
