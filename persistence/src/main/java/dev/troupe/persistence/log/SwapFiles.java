package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Ends what a stop of the node interrupted: deletions, half-written files, and the exchange of segments for a compacted one. */
final class SwapFiles {
    private static final String TEMPORARY = ".tmp";

    private SwapFiles() {}

    /**
     * Tidies a partition's folder.
     *
     * @return the names that are left
     */
    static List<String> tidy(Files files, Path folder) throws IOException {
        for (String name : files.list(folder)) {
            if (name.endsWith(LogFileName.DELETED) || name.endsWith(LogFileName.CLEANED) || name.endsWith(TEMPORARY)) {
                files.delete(folder.resolve(name));
            }
        }

        return files.list(folder);
    }
}
