package dev.troupe.cluster.kafka;

/** Bytes that are no request of Kafka's protocol: the peer's fault, so it carries no stack trace. Its connection is closed (K3). */
final class MalformedRequest extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedRequest(String message) {
        super(message, null, false, false);
    }
}
