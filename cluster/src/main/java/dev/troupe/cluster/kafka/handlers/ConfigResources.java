package dev.troupe.cluster.kafka.handlers;

import dev.troupe.protocol.controller.ConfigResource;
import java.util.Optional;

/** The kinds of resource that have configs, as numbers on the wire. */
final class ConfigResources {
    static final byte TOPIC = 2;
    static final byte BROKER = 4;

    private ConfigResources() {}

    /** The resource, unless it is of a kind that has no configs here. */
    static Optional<ConfigResource> fromWire(byte type, String name) {
        return switch (type) {
            case TOPIC -> Optional.of(new ConfigResource(ConfigResource.Type.TOPIC, name));
            case BROKER -> Optional.of(new ConfigResource(ConfigResource.Type.BROKER, name));
            default -> Optional.empty();
        };
    }

    static byte toWire(ConfigResource.Type type) {
        return switch (type) {
            case TOPIC -> TOPIC;
            case BROKER -> BROKER;
        };
    }
}
