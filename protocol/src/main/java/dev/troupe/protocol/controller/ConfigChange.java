package dev.troupe.protocol.controller;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Configs to change on one resource.
 *
 * @param resource on which
 * @param ops what to do, in order
 */
public record ConfigChange(ConfigResource resource, List<Op> ops) {
    public ConfigChange {
        ops = List.copyOf(ops);
    }

    /** One step (KIP-339). */
    public record Op(Kind kind, String key, @Nullable String value) {}

    /** What a step does. */
    public enum Kind {
        SET,
        DELETE,
        APPEND,
        SUBTRACT
    }
}
