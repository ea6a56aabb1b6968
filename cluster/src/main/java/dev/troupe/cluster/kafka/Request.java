package dev.troupe.cluster.kafka;

import org.apache.kafka.common.protocol.ApiMessage;
import org.jspecify.annotations.Nullable;

/**
 * A request as read from a frame.
 *
 * @param handler serves it
 * @param version of request and response
 * @param correlationId which the response repeats
 * @param clientId as the client names itself, null where it does not
 * @param body its message; records in it are slices of the frame
 */
record Request(
        ApiHandler<ApiMessage, ApiMessage> handler,
        short version,
        int correlationId,
        @Nullable String clientId,
        ApiMessage body) {}
