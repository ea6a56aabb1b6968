package dev.troupe.cluster.kafka;

import java.util.Optional;

/** Tells clients of other protocols by their first four bytes, where Kafka's have the length of a frame. */
final class ForeignProtocol {
    private static final int TLS_HANDSHAKE = 0x16;
    private static final int TLS_MAJOR_VERSION = 3;

    private ForeignProtocol() {}

    /** What the client speaks, if that can be told; all of these are no length that a frame may have. */
    static Optional<String> of(int first) {
        if (first >>> 24 == TLS_HANDSHAKE && (first >>> 16 & 0xff) == TLS_MAJOR_VERSION) {
            return Optional.of("TLS");
        }
        String word = new String(new char[] {
            (char) (first >>> 24), (char) (first >>> 16 & 0xff), (char) (first >>> 8 & 0xff), (char) (first & 0xff)
        });
        return switch (word) {
            case "GET ", "POST", "HEAD", "PUT ", "DELE", "OPTI", "PRI " -> Optional.of("HTTP");
            default -> Optional.empty();
        };
    }
}
