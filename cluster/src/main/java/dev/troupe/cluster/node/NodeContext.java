package dev.troupe.cluster.node;

import com.typesafe.config.Config;
import dev.troupe.cluster.config.NodeSettings;
import dev.troupe.cluster.config.StartFailure;
import dev.troupe.cluster.formation.Formation;
import dev.troupe.cluster.formation.NodeCard;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.metadata.MetadataVoter;
import dev.troupe.persistence.raft.RaftSettings;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.TopicId;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * What all parts of a node are made from.
 *
 * @param settings what the node must know of itself, ports being real
 * @param troupe all keys without the namespace
 * @param data its folder, locked
 * @param logs the record logs in it
 * @param incarnation this run of the node (C6)
 * @param again whether it has run in this process before
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
        boolean again,
        String version,
        Consumer<Endpoint> whenReady,
        Consumer<StartFailure> whenFailed) {

    /** This node's part in keeping the metadata, once it knows its cluster. */
    MetadataVoter metadataVoter() {
        MetaProperties meta = data.meta();
        return new MetadataVoter(
                data.metadata(), meta.clusterId(), settings.nodeId(), meta.voters(), RaftSettings.from(troupe));
    }

    /** What the node needs to become part of a cluster. */
    Formation.Parts formation(ActorRef<Formation.Report> reports) {
        String cluster = data.owner().map(MetaProperties::clusterId).orElse(null);
        List<Integer> voters = data.owner().map(MetaProperties::voters).orElse(List.of());
        String address = settings.artery().host() + ":" + settings.artery().port();
        return new Formation.Parts(
                new NodeCard(settings.nodeId(), address, incarnation, cluster, voters, settings.seeds(), false, null),
                settings.clusterId(),
                settings.voters(),
                NodeContext::newId,
                (id, keepers) -> data.settle(new MetaProperties(id, settings.nodeId(), newId(), keepers)),
                reports);
    }

    private static String newId() {
        return new TopicId(UUID.randomUUID()).toString();
    }
}
