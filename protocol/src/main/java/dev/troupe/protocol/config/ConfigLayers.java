package dev.troupe.protocol.config;

import dev.troupe.protocol.metadata.ClusterImage;
import java.util.List;
import java.util.Map;

/**
 * What is set on a broker, the strongest first. Keys are broker configs.
 *
 * @param broker set at run time on this broker
 * @param cluster set at run time on all brokers
 * @param fixed set in this broker's configuration at its start
 */
public record ConfigLayers(Map<String, String> broker, Map<String, String> cluster, Map<String, String> fixed) {

    /** Nothing is set: defaults hold. */
    public static final ConfigLayers NONE = new ConfigLayers(Map.of(), Map.of(), Map.of());

    /** What is set on a broker by that image and its configuration. */
    public static ConfigLayers of(ClusterImage image, int brokerId, Map<String, String> fixed) {
        Map<String, String> broker = image.brokerConfigs().get(brokerId);
        return new ConfigLayers(broker == null ? Map.of() : broker, image.clusterConfigs(), fixed);
    }

    /** The places with their sources, the strongest first. */
    List<Layer> all() {
        return List.of(
                new Layer(ConfigSource.DYNAMIC_BROKER, broker),
                new Layer(ConfigSource.DYNAMIC_DEFAULT_BROKER, cluster),
                new Layer(ConfigSource.STATIC_BROKER, fixed));
    }

    /** One place and what is set there. */
    record Layer(ConfigSource source, Map<String, String> values) {}
}
