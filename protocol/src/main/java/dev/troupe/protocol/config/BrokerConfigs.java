package dev.troupe.protocol.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The configs of brokers that Kafka's tools see. Those that are a synonym of a topic config can be changed at run time, on all
 * brokers or on one; the others are read when a broker starts. Pure functions.
 */
public final class BrokerConfigs {
    private static final Map<String, ConfigKey> BY_NAME = index();

    private BrokerConfigs() {}

    /** All of them, by name in alphabetical order. */
    public static List<ConfigKey> all() {
        return List.copyOf(BY_NAME.values());
    }

    /** The config of that name, if there is one. */
    public static Optional<ConfigKey> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** What is wrong with setting that key at run time to that value, for the client to read, or nothing. */
    public static Optional<String> validate(String name, @Nullable String value) {
        ConfigKey key = BY_NAME.get(name);
        if (key == null) {
            return Optional.of("Unknown broker config name: " + name);
        }
        if (!key.dynamic()) {
            return Optional.of("Cannot update these configs dynamically: " + name);
        }
        return value == null ? Optional.of("Null value not supported for broker config: " + name) : key.problem(value);
    }

    /** Every place where a value for the config is set, the one in force first, its default last where it has one. */
    public static List<ConfigValue> synonyms(String name, ConfigLayers layers) {
        List<ConfigValue> values = new ArrayList<>();
        for (ConfigLayers.Layer layer : layers.all()) {
            String value = layer.values().get(name);
            if (value != null) {
                values.add(new ConfigValue(name, value, layer.source()));
            }
        }
        String defaultValue = key(name).defaultValue();
        if (defaultValue != null) {
            values.add(new ConfigValue(name, defaultValue, ConfigSource.DEFAULT));
        }
        return values;
    }

    /** The value in force; empty where it is set nowhere and has no default. */
    public static Optional<String> effective(String name, ConfigLayers layers) {
        return synonyms(name, layers).stream().findFirst().map(ConfigValue::value);
    }

    private static ConfigKey key(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("there is no broker config " + name));
    }

    private static Map<String, ConfigKey> index() {
        Map<String, ConfigKey> byName = new TreeMap<>();
        for (ConfigKey key : BrokerConfigTable.KEYS) {
            byName.put(key.name(), key);
        }
        for (TopicConfigs.Definition definition : TopicConfigs.definitions()) {
            definition.synonyms().stream().limit(1).forEach(first -> {
                ConfigKey key = definition.key();
                String defaultValue = definition.firstSynonymHasDefault() ? key.defaultValue() : null;
                String documentation = key.documentation() + " For topics that do not set " + key.name() + ".";
                byName.put(
                        first.brokerKey(),
                        new ConfigKey(first.brokerKey(), key.type(), defaultValue, key.rule(), true, documentation));
            });
        }
        return Collections.unmodifiableMap(byName);
    }
}
