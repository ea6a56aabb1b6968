package dev.troupe.persistence.log;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The name of a file in a partition's folder, as Kafka writes it: an offset of 20 digits and what the file holds.
 *
 * @param offset base offset of a segment, or the offset a snapshot was taken at
 * @param kind what the file holds
 */
record LogFileName(long offset, Kind kind) {
    /** Appended to the name of a file that is to be deleted once its readers are done. */
    static final String DELETED = ".deleted";

    /** Appended to the names of a compacted segment's files while they are written. */
    static final String CLEANED = ".cleaned";

    /** Appended to the names of a compacted segment's files once they are whole and about to replace others. */
    static final String SWAP = ".swap";

    /** Appended to the names of a segment in use. */
    static final String IN_USE = "";

    private static final int DIGITS = 20;

    /** What a file holds. */
    enum Kind {
        LOG(".log"),
        OFFSET_INDEX(".index"),
        TIME_INDEX(".timeindex"),
        PRODUCERS(".snapshot");

        private final String suffix;

        Kind(String suffix) {
            this.suffix = suffix;
        }
    }

    static LogFileName log(long baseOffset) {
        return new LogFileName(baseOffset, Kind.LOG);
    }

    static LogFileName offsetIndex(long baseOffset) {
        return new LogFileName(baseOffset, Kind.OFFSET_INDEX);
    }

    static LogFileName timeIndex(long baseOffset) {
        return new LogFileName(baseOffset, Kind.TIME_INDEX);
    }

    static LogFileName producers(long offset) {
        return new LogFileName(offset, Kind.PRODUCERS);
    }

    /** The name that a text is, empty where it is none. */
    static Optional<LogFileName> parse(String text) {
        if (text.length() <= DIGITS) {
            return Optional.empty();
        }
        String suffix = text.substring(DIGITS);
        for (Kind kind : Kind.values()) {
            if (kind.suffix.equals(suffix) && text.chars().limit(DIGITS).allMatch(c -> c >= '0' && c <= '9')) {
                return Optional.of(new LogFileName(Long.parseLong(text.substring(0, DIGITS)), kind));
            }
        }
        return Optional.empty();
    }

    Path in(Path folder) {
        return folder.resolve(toString());
    }

    @Override
    public String toString() {
        String digits = Long.toString(offset);
        return "0".repeat(DIGITS - digits.length()) + digits + kind.suffix;
    }
}
