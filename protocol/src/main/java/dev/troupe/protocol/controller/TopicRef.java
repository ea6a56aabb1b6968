package dev.troupe.protocol.controller;

import dev.troupe.protocol.TopicId;
import org.jspecify.annotations.Nullable;

/** A topic by name or by id: exactly one of the two. */
public record TopicRef(@Nullable String name, @Nullable TopicId id) {
    public TopicRef {
        if ((name == null) == (id == null)) {
            throw new IllegalArgumentException("a topic is named or has an id, not both");
        }
    }
}
