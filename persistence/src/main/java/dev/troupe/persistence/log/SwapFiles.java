package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Ends what a stop of the node interrupted: deletions, half-written files, and the exchange of segments for a compacted one. */
final class SwapFiles {
    private static final String TEMPORARY = ".tmp";

    private final Files files;
    private final Path folder;

    private SwapFiles(Files files, Path folder) {
        this.files = files;
        this.folder = folder;
    }

    /**
     * Tidies a partition's folder.
     *
     * @return the names that are left
     */
    static List<String> tidy(Files files, Path folder) throws IOException {
        List<String> names = files.list(folder);
        if (names.stream().noneMatch(SwapFiles::isUnfinished)) {
            return names;
        }
        new SwapFiles(files, folder).tidy();
        return files.list(folder);
    }

    private static boolean isUnfinished(String name) {
        return isRubbish(name) || name.endsWith(LogFileName.SWAP);
    }

    private static boolean isRubbish(String name) {
        return name.endsWith(LogFileName.DELETED) || name.endsWith(LogFileName.CLEANED) || name.endsWith(TEMPORARY);
    }

    private void tidy() throws IOException {
        for (String name : files.list(folder)) {
            if (isRubbish(name)) {
                files.delete(folder.resolve(name));
            }
        }
        for (String name : files.list(folder)) {
            Optional<LogFileName> swap = swapped(name);
            if (swap.isPresent() && swap.get().kind() == LogFileName.Kind.LOG) {
                finish(swap.get());
            }
        }
        for (String name : files.list(folder)) {
            if (name.endsWith(LogFileName.SWAP)) {
                files.delete(folder.resolve(name));
            }
        }
    }

    /** A compacted segment whose records have this suffix is whole, indexes and all: it takes the place of what it was made of. */
    private void finish(LogFileName log) throws IOException {
        long end = endOffset(folder.resolve(log + LogFileName.SWAP));
        for (String name : files.list(folder)) {
            Optional<LogFileName> old = LogFileName.parse(name)
                    .filter(of -> of.kind() != LogFileName.Kind.PRODUCERS)
                    .filter(of -> of.offset() > log.offset() && of.offset() < end);
            if (old.isPresent()) {
                files.delete(folder.resolve(name));
            }
        }
        for (LogFileName name :
                List.of(LogFileName.offsetIndex(log.offset()), LogFileName.timeIndex(log.offset()), log)) {
            Path from = folder.resolve(name + LogFileName.SWAP);
            if (files.exists(from)) {
                files.move(from, name.in(folder));
            }
        }
    }

    private long endOffset(Path file) throws IOException {
        long end = -1;
        try (FileChannel channel = files.open(file, false)) {
            for (BatchScan scan = new BatchScan(channel, 0, channel.size()); scan.atBatch(); scan.advance()) {
                end = scan.header().nextOffset();
            }
        }
        return end;
    }

    private static Optional<LogFileName> swapped(String name) {
        return name.endsWith(LogFileName.SWAP)
                ? LogFileName.parse(name.substring(0, name.length() - LogFileName.SWAP.length()))
                : Optional.empty();
    }
}
