package dev.troupe.cluster.kafka;

import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * Serves one request of Kafka's protocol.
 *
 * @param <Q> the request's message
 * @param <R> the response's message
 */
public interface ApiHandler<Q extends ApiMessage, R extends ApiMessage> {

    /** Which request. */
    ApiKeys key();

    /** The oldest version that is served; with {@link #newest()} it is what ApiVersions advertises (K2). */
    default short oldest() {
        return key().oldestVersion();
    }

    /** The newest version that is served. */
    default short newest() {
        return key().latestVersion();
    }

    /**
     * Whether the client waits for an answer to the request: not for a produce with acks=0. Where it does not, the stage of
     * {@link #handle} still tells when the request's buffers are free, and its failure closes the connection, which is the
     * only way left to tell the client.
     */
    default boolean answered(Q request) {
        return true;
    }

    /**
     * Begins to serve a request, on the connection's event loop: must not block. Requests of one connection begin in order;
     * their answers may become ready in any order and are sent in order (K3).
     *
     * @param context who asks, in which version; records in the request are slices of the network's buffer and stay valid until
     *     the stage completes
     * @return the response; a stage that fails is answered with the request's own form of error
     */
    CompletionStage<R> handle(RequestContext context, Q request);

    /**
     * The client is gone before the answer was ready, and nobody will read it. A handler that only waits, for records that may
     * never come, ends that here; one that has work under way lets it end by itself.
     *
     * @param answer what {@link #handle} returned
     */
    default void abandoned(CompletionStage<R> answer) {}
}
