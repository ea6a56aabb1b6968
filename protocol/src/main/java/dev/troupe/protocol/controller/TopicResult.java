package dev.troupe.protocol.controller;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.TopicInfo;
import org.jspecify.annotations.Nullable;

/**
 * What became of one topic of a request.
 *
 * @param topic which, as it was asked for
 * @param error {@link ErrorCode#NONE} where it was done
 * @param message says what is wrong and what to do, null where nothing is
 * @param info the topic as created, changed or deleted (for validate-only: as it would be), null on error
 */
public record TopicResult(
        TopicRef topic,
        ErrorCode error,
        @Nullable String message,
        @Nullable TopicInfo info) {}
