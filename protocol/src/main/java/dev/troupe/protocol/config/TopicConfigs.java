package dev.troupe.protocol.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configs of topics. A topic's own value is the strongest; then come those of the brokers, under the names of its synonyms
 * there ({@code log.retention.ms} for {@code retention.ms}); then the default. Pure functions.
 */
public final class TopicConfigs {
    private static final Map<String, Definition> BY_NAME = index();

    private TopicConfigs() {}

    /** All of them, by name in alphabetical order. */
    public static List<ConfigKey> all() {
        return BY_NAME.values().stream().map(Definition::key).toList();
    }

    /** The config of that name, if there is one. */
    public static Optional<ConfigKey> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name)).map(Definition::key);
    }

    /** What is wrong with setting that key to that value on a topic, for the client to read, or nothing. */
    public static Optional<String> validate(String key, @Nullable String value) {
        Definition definition = BY_NAME.get(key);
        if (definition == null) {
            return Optional.of("Unknown topic config name: " + key);
        }
        return value == null
                ? Optional.of("Null value not supported for topic config: " + key)
                : definition.key().problem(value);
    }

    /** What is wrong with all that is set on a topic, taken one by one and together, or nothing. */
    public static Optional<String> validate(Map<String, @Nullable String> configs) {
        for (var entry : configs.entrySet()) {
            Optional<String> problem = validate(entry.getKey(), entry.getValue());
            if (problem.isPresent()) {
                return problem;
            }
        }
        long least = number(configs, "min.compaction.lag.ms");
        long most = number(configs, "max.compaction.lag.ms");
        return least <= most
                ? Optional.empty()
                : Optional.of("min.compaction.lag.ms (" + least + ") must not be above max.compaction.lag.ms (" + most
                        + ").");
    }

    /** All topic configs with the values in force: what the topic's log obeys. */
    public static Map<String, String> effective(Map<String, String> topicConfigs, ConfigLayers layers) {
        Map<String, String> effective = new LinkedHashMap<>();
        for (String name : BY_NAME.keySet()) {
            effective.put(name, effective(name, topicConfigs, layers));
        }
        return Collections.unmodifiableMap(effective);
    }

    /** The value in force of one topic config. */
    public static String effective(String name, Map<String, String> topicConfigs, ConfigLayers layers) {
        Definition definition = definition(name);
        String own = topicConfigs.get(name);
        if (own != null) {
            return own;
        }
        for (ConfigLayers.Layer layer : layers.all()) {
            for (Synonym synonym : definition.synonyms()) {
                String value = layer.values().get(synonym.brokerKey());
                if (value != null) {
                    return synonym.convert(value);
                }
            }
        }
        return definition.defaultValue();
    }

    /**
     * Every place where a value for the config is set, the one in force first. It ends with the default of the config's first
     * synonym on brokers, where that has one: {@code retention.ms} has none, {@code segment.bytes} has.
     */
    public static List<ConfigValue> synonyms(String name, Map<String, String> topicConfigs, ConfigLayers layers) {
        Definition definition = definition(name);
        List<ConfigValue> values = new ArrayList<>();
        String own = topicConfigs.get(name);
        if (own != null) {
            values.add(new ConfigValue(name, own, ConfigSource.DYNAMIC_TOPIC));
        }
        for (ConfigLayers.Layer layer : layers.all()) {
            for (Synonym synonym : definition.synonyms()) {
                String value = layer.values().get(synonym.brokerKey());
                if (value != null) {
                    values.add(new ConfigValue(synonym.brokerKey(), value, layer.source()));
                }
            }
        }
        if (definition.firstSynonymHasDefault()) {
            values.add(new ConfigValue(
                    definition.synonyms().getFirst().brokerKey(), definition.defaultValue(), ConfigSource.DEFAULT));
        }
        return values;
    }

    static Collection<Definition> definitions() {
        return BY_NAME.values();
    }

    private static Definition definition(String name) {
        Definition definition = BY_NAME.get(name);
        if (definition == null) {
            throw new IllegalArgumentException("there is no topic config " + name);
        }
        return definition;
    }

    private static long number(Map<String, @Nullable String> configs, String name) {
        String value = configs.get(name);
        return Long.parseLong((value == null ? definition(name).defaultValue() : value).trim());
    }

    private static Map<String, Definition> index() {
        Map<String, Definition> byName = new LinkedHashMap<>();
        for (Definition definition : TopicConfigTable.DEFINITIONS) {
            byName.put(definition.key().name(), definition);
        }
        return Collections.unmodifiableMap(byName);
    }

    /**
     * A topic config and its names on brokers.
     *
     * @param defaultValue the key's, which is never null for topics
     * @param synonyms the strongest first
     * @param firstSynonymHasDefault false where the default stands under another synonym, in another unit
     */
    record Definition(ConfigKey key, String defaultValue, List<Synonym> synonyms, boolean firstSynonymHasDefault) {}

    /** A broker config that stands for a topic config: {@code factor} of the topic's units are one of its own. */
    record Synonym(String brokerKey, long factor) {
        String convert(String value) {
            return factor == 1 ? value : Long.toString(Math.multiplyExact(Long.parseLong(value.trim()), factor));
        }
    }
}
