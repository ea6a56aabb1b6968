package dev.troupe.protocol.controller;

import dev.troupe.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/** What became of the change of one resource. */
public record ConfigResult(
        ConfigResource resource, ErrorCode error, @Nullable String message) {}
