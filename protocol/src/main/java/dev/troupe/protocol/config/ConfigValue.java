package dev.troupe.protocol.config;

import org.jspecify.annotations.Nullable;

/**
 * A value that a config has at one of the places where it can be set.
 *
 * @param key the name under which it is set there: of a topic config, or of its synonym on brokers
 * @param value as it is set there; null where the default is to have none
 * @param source the place
 */
public record ConfigValue(String key, @Nullable String value, ConfigSource source) {}
