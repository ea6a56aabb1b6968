package dev.troupe.cluster.node;

import com.typesafe.config.Config;
import dev.troupe.cluster.config.NodeSettings;
import dev.troupe.cluster.config.StartFailure;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.metadata.MetadataVoter;
import dev.troupe.persistence.raft.RaftSettings;
import dev.troupe.protocol.Endpoint;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * What all parts of a node are made from.
 *
 * @param settings what the node must know of itself, ports being real
 * @param troupe all keys without the namespace
 * @param data its folder, locked
 * @param logs the record logs in it
 * @param incarnation this run of the process (C6)
 * @param version of this build
 * @param whenReady is handed the Kafka listener once the node serves; must not block
 * @param whenFailed is told why the node stops by itself
 */
record NodeContext(
        NodeSettings settings,
        Config troupe,
        DataDirectory data,
        LogDirectory logs,
        UUID incarnation,
        String version,
        Consumer<Endpoint> whenReady,
        Consumer<StartFailure> whenFailed) {

    /** This node's part in keeping the metadata: a lone node keeps it by itself. */
    MetadataVoter metadataVoter() {
        List<Integer> voters = troupe.getIntList("metadata.voters");
        return new MetadataVoter(
                data.metadata(),
                data.meta().clusterId(),
                settings.nodeId(),
                voters.isEmpty() ? List.of(settings.nodeId()) : voters,
                RaftSettings.from(troupe));
    }
}
