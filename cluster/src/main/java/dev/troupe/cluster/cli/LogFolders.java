package dev.troupe.cluster.cli;

import dev.troupe.cluster.config.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Which partitions' folders a path on the command line means. */
final class LogFolders {
    private LogFolders() {}

    /** The folder itself where it has segments, else those below it that have: of a log directory, or of a whole data directory. */
    static List<Path> of(Path given) throws IOException {
        if (!Files.isDirectory(given)) {
            throw new StartFailure("there is no folder " + given);
        }
        List<Path> found = hasSegments(given) ? List.of(given) : below(given);
        if (found.isEmpty() && Files.isDirectory(given.resolve("logs"))) {
            found = below(given.resolve("logs"));
        }
        if (found.isEmpty()) {
            throw new StartFailure("no partition lies in " + given + "; name its folder, as in data/logs/orders-0");
        }
        return found;
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(LogFolders::hasSegments).sorted().toList();
        }
    }

    private static boolean hasSegments(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".log"));
        } catch (IOException unreadable) {
            throw new StartFailure(folder + " cannot be read: " + unreadable);
        }
    }
}
