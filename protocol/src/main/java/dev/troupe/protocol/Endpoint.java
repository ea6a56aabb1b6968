package dev.troupe.protocol;

/**
 * Where a broker's Kafka listener can be reached.
 *
 * @param listener the listener's name, {@code PLAINTEXT} unless configured
 * @param host the advertised host
 * @param port the advertised port
 */
public record Endpoint(String listener, String host, int port) {}
