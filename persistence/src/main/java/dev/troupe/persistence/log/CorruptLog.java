package dev.troupe.persistence.log;

import java.io.IOException;
import java.nio.file.Path;

/** A log is damaged where no crash can have damaged it: it is not served until somebody has looked (BEHAVIOUR L8). */
public final class CorruptLog extends IOException {
    private static final long serialVersionUID = 1L;

    public CorruptLog(Path file, long position, String reason) {
        super(file + " at byte " + position + ": " + reason);
    }
}
