package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.protocol.config.ConfigLayers;
import dev.troupe.protocol.config.ConfigSource;
import dev.troupe.protocol.config.ConfigValue;
import dev.troupe.protocol.config.TopicConfigs;
import java.util.List;
import java.util.Map;

/** Configs as they are in force on this broker. */
public final class LocalConfigs {
    private final MetadataCache metadata;
    private final int nodeId;
    private final Map<String, String> fixed;

    /**
     * @param fixed the broker configs that were set when this broker was started
     */
    public LocalConfigs(MetadataCache metadata, int nodeId, Map<String, String> fixed) {
        this.metadata = metadata;
        this.nodeId = nodeId;
        this.fixed = Map.copyOf(fixed);
    }

    int nodeId() {
        return nodeId;
    }

    ConfigLayers layers() {
        return ConfigLayers.of(metadata.current(), nodeId, fixed);
    }

    /** A topic config's value in force, and where it comes from. */
    ConfigValue ofTopic(String name, Map<String, String> topicConfigs) {
        ConfigLayers layers = layers();
        List<ConfigValue> synonyms = TopicConfigs.synonyms(name, topicConfigs, layers);
        ConfigSource source =
                synonyms.isEmpty() ? ConfigSource.DEFAULT : synonyms.getFirst().source();
        return new ConfigValue(name, TopicConfigs.effective(name, topicConfigs, layers), source);
    }
}
