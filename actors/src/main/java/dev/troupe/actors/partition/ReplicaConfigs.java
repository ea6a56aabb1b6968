package dev.troupe.actors.partition;

import dev.troupe.persistence.log.LogConfig;
import java.util.Map;

/**
 * What a replica needs of its topic's configs.
 *
 * @param minInsyncReplicas {@code min.insync.replicas}
 */
record ReplicaConfigs(LogConfig log, int minInsyncReplicas) {

    /** Reads all of the topic's configs in force, defaults included. */
    static ReplicaConfigs of(Map<String, String> effective) {
        return new ReplicaConfigs(
                LogConfig.from(effective), Integer.parseInt(effective.getOrDefault("min.insync.replicas", "1")));
    }
}
