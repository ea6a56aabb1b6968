package dev.troupe.cluster.kafka;

import java.util.concurrent.CompletionException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client is told when a handler failed for a reason of ours: logged once, with who asked for what. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    /** The request's own form of UNKNOWN_SERVER_ERROR, or null where it has none: the connection is closed then. */
    static @Nullable ApiMessage answer(Request request, boolean answered, Throwable thrown, ConnectionInfo connection) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (!answered && cause instanceof RefusedUnanswered) {
            LOG.info("Closing {}: {}", connection, cause.getMessage());
            return null;
        }
        LOG.error(
                "Failed to serve {} version {} of {}",
                request.handler().key().name,
                request.version(),
                connection,
                cause);
        return answered ? inItsForm(request) : null;
    }

    private static @Nullable ApiMessage inItsForm(Request request) {
        try {
            AbstractResponse response = AbstractRequest.parseRequest(
                            request.handler().key(),
                            request.version(),
                            MessageUtil.toByteBufferAccessor(request.body(), request.version()))
                    .request
                    .getErrorResponse(0, new UnknownServerException("the broker failed to serve the request"));
            return response == null ? null : response.data();
        } catch (RuntimeException e) {
            LOG.warn("No form of error for {}: {}", request.handler().key().name, e.toString());
            return null;
        }
    }
}
