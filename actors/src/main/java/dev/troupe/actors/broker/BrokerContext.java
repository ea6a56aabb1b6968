package dev.troupe.actors.broker;

import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.protocol.controller.ControllerCommand;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * What a broker works with.
 *
 * @param identity who it is
 * @param controller leads to the controller, wherever it is
 * @param partitions makes the actors of its replicas
 * @param hosted where readers find its replicas
 * @param metadata where readers find the image
 * @param status where readers find the broker epoch
 * @param listeners hear of leaderships of internal topics
 * @param fixedConfigs broker configs set in the node's configuration file, by Kafka's names
 */
public record BrokerContext(
        BrokerIdentity identity,
        ActorRef<ControllerCommand> controller,
        PartitionFactory partitions,
        HostedPartitions hosted,
        MetadataCache metadata,
        BrokerStatus status,
        List<LeadershipListener> listeners,
        Map<String, String> fixedConfigs) {
    public BrokerContext {
        listeners = List.copyOf(listeners);
        fixedConfigs = Map.copyOf(fixedConfigs);
    }
}
