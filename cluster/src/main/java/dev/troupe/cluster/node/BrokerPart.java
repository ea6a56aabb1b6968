package dev.troupe.cluster.node;

import dev.troupe.actors.broker.Broker;
import dev.troupe.actors.broker.BrokerContext;
import dev.troupe.actors.broker.BrokerIdentity;
import dev.troupe.actors.broker.BrokerMessage;
import dev.troupe.actors.broker.BrokerStatus;
import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.broker.PartitionFactory;
import dev.troupe.actors.client.ClientGateway;
import dev.troupe.actors.controller.ControllerSettings;
import dev.troupe.actors.controller.ControllerSingleton;
import dev.troupe.actors.group.GroupSettings;
import dev.troupe.actors.group.Groups;
import dev.troupe.actors.keeper.LogKeeper;
import dev.troupe.actors.keeper.LogKeeperSettings;
import dev.troupe.actors.partition.FetchBudget;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.Partition;
import dev.troupe.actors.partition.PartitionContext;
import dev.troupe.actors.partition.PartitionSettings;
import dev.troupe.actors.partition.ReplicaGateway;
import dev.troupe.actors.producer.ProducerIdCommand;
import dev.troupe.actors.producer.ProducerIds;
import dev.troupe.cluster.config.FixedConfigs;
import dev.troupe.cluster.kafka.handlers.ControllerClient;
import dev.troupe.cluster.kafka.handlers.InternalTopicCreation;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.ClusterImage;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/**
 * What a node does as a broker, and its readiness to be the controller.
 *
 * @param metadata the cluster as this node knows it
 * @param fixedConfigs broker configs it was started with
 * @param controller leads to the controller, wherever it is
 * @param status this node's registration with the controller
 * @param hosted the replicas on this node
 * @param groups the consumer groups that this node coordinates
 * @param offsetsTopic creates what groups are kept in, when somebody first needs it
 * @param producerIds hands out ids to idempotent producers
 * @param broker the broker's actor
 * @param files runs what reads and writes files
 */
record BrokerPart(
        MetadataCache metadata,
        Map<String, String> fixedConfigs,
        ActorRef<ControllerCommand> controller,
        BrokerStatus status,
        HostedPartitions hosted,
        Groups groups,
        InternalTopicCreation offsetsTopic,
        ActorRef<ProducerIdCommand> producerIds,
        ActorRef<BrokerMessage> broker,
        Executor files) {

    /** Starts all of it; each waits by itself for the cluster, the metadata journal and the controller. */
    static BrokerPart start(ActorContext<?> guardian, NodeContext node, MetadataCache metadata) {
        ActorSystem<?> system = guardian.getSystem();
        int id = node.settings().nodeId();
        Executor files = system.dispatchers().lookup(DispatcherSelector.fromConfig("troupe.log-dispatcher"));
        Map<String, String> fixed = FixedConfigs.of(node.troupe(), node.settings());
        BrokerStatus status = new BrokerStatus();
        HostedPartitions hosted = new HostedPartitions();
        ActorRef<ControllerCommand> controller =
                ControllerSingleton.init(system, ControllerSettings.from(node.troupe()), id);
        InternalTopicCreation offsetsTopic =
                InternalTopicCreation.offsets(new ControllerClient(controller, system.scheduler()), node.troupe());
        Groups groups = Groups.start(guardian, hosted, groupParts(node, metadata, files));
        BrokerContext context = new BrokerContext(
                identity(node),
                controller,
                partitions(partitionContext(
                        new Neighbours(guardian, node.settings().nodeId()), node, controller, status)),
                hosted,
                metadata,
                status,
                List.of(groups),
                fixed);
        ActorRef<ProducerIdCommand> producerIds =
                guardian.spawn(ProducerIds.create(controller, id, status::epoch), "producer-ids");
        guardian.spawn(ReplicaGateway.create(hosted), ReplicaGateway.NAME);
        guardian.spawn(
                ClientGateway.create(new ClientGateway.Parts(
                        hosted,
                        metadata,
                        controller,
                        groups,
                        offsetsTopic::create,
                        producerIds,
                        files,
                        InstantSource.system(),
                        System::nanoTime)),
                ClientGateway.NAME);
        ActorRef<BrokerMessage> broker = guardian.spawn(Broker.create(context), "broker");
        guardian.spawn(
                LogKeeper.create(
                        node.logs(),
                        hosted,
                        LogKeeperSettings.from(node.troupe()),
                        (partition, topicId) -> hosted.get(partition).isPresent()
                                || mayBelong(partition, topicId, node, metadata.current())),
                "log-keeper",
                DispatcherSelector.fromConfig("troupe.log-dispatcher"));
        return new BrokerPart(
                metadata, fixed, controller, status, hosted, groups, offsetsTopic, producerIds, broker, files);
    }

    /** Whether a partition belongs here by this image; all do by one from before this start of the node. */
    private static boolean mayBelong(TopicPartition partition, TopicId topicId, NodeContext node, ClusterImage image) {
        int id = node.settings().nodeId();
        BrokerInfo self = image.brokers().get(id);
        return self == null
                || !self.incarnation().equals(node.incarnation())
                || image.topic(topicId)
                        .flatMap(topic -> image.partition(partition))
                        .filter(info -> info.replicas().contains(id))
                        .isPresent();
    }

    private static BrokerIdentity identity(NodeContext node) {
        String rack = node.settings().rack();
        return new BrokerIdentity(
                node.settings().nodeId(),
                node.incarnation(),
                node.settings().toldToClients(),
                rack.isEmpty() ? null : rack);
    }

    private static Groups.Parts groupParts(NodeContext node, MetadataCache metadata, Executor files) {
        return new Groups.Parts(
                GroupSettings.from(node.troupe()),
                node.settings().nodeId(),
                metadata,
                files,
                InstantSource.system(),
                System::nanoTime,
                UUID::randomUUID);
    }

    private static PartitionContext partitionContext(
            Neighbours neighbours, NodeContext node, ActorRef<ControllerCommand> controller, BrokerStatus status) {
        return new PartitionContext(
                node.settings().nodeId(),
                status::epoch,
                node.logs(),
                controller,
                neighbours::replicasOf,
                PartitionSettings.from(node.troupe()),
                new FetchBudget(node.troupe().getBytes("replica.fetch.response.max.bytes")),
                System::nanoTime);
    }

    private static PartitionFactory partitions(PartitionContext context) {
        return (broker, partition, topicId, info, configs) ->
                Partition.host(broker, context, partition, topicId, info, configs);
    }
}
