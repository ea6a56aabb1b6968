package dev.troupe.protocol.controller;

/**
 * What a config is set on.
 *
 * @param type topic or broker
 * @param name the topic's name or the broker's id; the empty string is all brokers
 */
public record ConfigResource(Type type, String name) {
    /** The kinds of resource that have configs. */
    public enum Type {
        TOPIC,
        BROKER
    }
}
