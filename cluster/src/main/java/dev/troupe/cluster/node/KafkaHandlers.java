package dev.troupe.cluster.node;

import com.typesafe.config.Config;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.ApiRegistry;
import dev.troupe.cluster.kafka.handlers.AlterConfigsHandler;
import dev.troupe.cluster.kafka.handlers.AlterPartitionReassignmentsHandler;
import dev.troupe.cluster.kafka.handlers.ApiVersionsHandler;
import dev.troupe.cluster.kafka.handlers.AutoCreation;
import dev.troupe.cluster.kafka.handlers.ConfigChanges;
import dev.troupe.cluster.kafka.handlers.ControllerClient;
import dev.troupe.cluster.kafka.handlers.CreatePartitionsHandler;
import dev.troupe.cluster.kafka.handlers.CreateTopicsHandler;
import dev.troupe.cluster.kafka.handlers.DeleteGroupsHandler;
import dev.troupe.cluster.kafka.handlers.DeleteRecordsHandler;
import dev.troupe.cluster.kafka.handlers.DeleteTopicsHandler;
import dev.troupe.cluster.kafka.handlers.DescribeClusterHandler;
import dev.troupe.cluster.kafka.handlers.DescribeConfigsHandler;
import dev.troupe.cluster.kafka.handlers.DescribeGroupsHandler;
import dev.troupe.cluster.kafka.handlers.DescribeLogDirsHandler;
import dev.troupe.cluster.kafka.handlers.DescribeProducersHandler;
import dev.troupe.cluster.kafka.handlers.DescribeTopicPartitionsHandler;
import dev.troupe.cluster.kafka.handlers.ElectLeadersHandler;
import dev.troupe.cluster.kafka.handlers.FetchHandler;
import dev.troupe.cluster.kafka.handlers.FetchSessions;
import dev.troupe.cluster.kafka.handlers.FetchSettings;
import dev.troupe.cluster.kafka.handlers.FindCoordinatorHandler;
import dev.troupe.cluster.kafka.handlers.HeartbeatHandler;
import dev.troupe.cluster.kafka.handlers.IncrementalAlterConfigsHandler;
import dev.troupe.cluster.kafka.handlers.InitProducerIdHandler;
import dev.troupe.cluster.kafka.handlers.InternalTopicCreation;
import dev.troupe.cluster.kafka.handlers.JoinGroupHandler;
import dev.troupe.cluster.kafka.handlers.LeaderHints;
import dev.troupe.cluster.kafka.handlers.LeaveGroupHandler;
import dev.troupe.cluster.kafka.handlers.ListConfigResourcesHandler;
import dev.troupe.cluster.kafka.handlers.ListGroupsHandler;
import dev.troupe.cluster.kafka.handlers.ListOffsetsHandler;
import dev.troupe.cluster.kafka.handlers.ListPartitionReassignmentsHandler;
import dev.troupe.cluster.kafka.handlers.LocalConfigs;
import dev.troupe.cluster.kafka.handlers.MetadataHandler;
import dev.troupe.cluster.kafka.handlers.OffsetCommitHandler;
import dev.troupe.cluster.kafka.handlers.OffsetDeleteHandler;
import dev.troupe.cluster.kafka.handlers.OffsetFetchHandler;
import dev.troupe.cluster.kafka.handlers.OffsetForLeaderEpochHandler;
import dev.troupe.cluster.kafka.handlers.PartitionLookup;
import dev.troupe.cluster.kafka.handlers.ProduceHandler;
import dev.troupe.cluster.kafka.handlers.SyncGroupHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.typed.ActorSystem;

/** Puts the handlers of all requests together: what stands here is what the node serves. */
final class KafkaHandlers {
    private final ActorSystem<?> system;
    private final Config troupe;
    private final int nodeId;
    private final BrokerPart broker;
    private final ControllerClient controller;
    private final PartitionLookup lookup;
    private final LocalConfigs configs;

    private KafkaHandlers(ActorSystem<?> system, NodeContext node, BrokerPart broker) {
        this.system = system;
        this.troupe = node.troupe();
        this.nodeId = node.settings().nodeId();
        this.broker = broker;
        this.controller = new ControllerClient(broker.controller(), system.scheduler());
        this.lookup = new PartitionLookup(broker.hosted(), broker.metadata());
        this.configs = new LocalConfigs(broker.metadata(), nodeId, broker.fixedConfigs());
    }

    static ApiRegistry registry(ActorSystem<?> system, NodeContext node, BrokerPart broker) {
        KafkaHandlers handlers = new KafkaHandlers(system, node, broker);
        List<ApiHandler<?, ?>> all = new ArrayList<>();
        all.addAll(handlers.cluster());
        all.addAll(handlers.topics());
        all.addAll(handlers.records(node.data().logs()));
        all.addAll(handlers.groups());
        return ApiVersionsHandler.registry(all, handlers.nodeId, broker.metadata());
    }

    private List<ApiHandler<?, ?>> cluster() {
        AutoCreation autoCreation = new AutoCreation(controller, troupe.getBoolean("auto.create.topics.enable"));
        return List.of(
                new MetadataHandler(broker.metadata(), autoCreation),
                new DescribeClusterHandler(broker.metadata()),
                new DescribeTopicPartitionsHandler(broker.metadata()),
                new ElectLeadersHandler(controller),
                new AlterPartitionReassignmentsHandler(controller),
                new ListPartitionReassignmentsHandler(controller));
    }

    private List<ApiHandler<?, ?>> topics() {
        ConfigChanges changes = new ConfigChanges(controller);
        return List.of(
                new CreateTopicsHandler(controller, configs),
                new DeleteTopicsHandler(controller, troupe.getBoolean("delete.topic.enable")),
                new CreatePartitionsHandler(controller),
                new DescribeConfigsHandler(broker.metadata(), configs),
                new AlterConfigsHandler(broker.metadata(), changes),
                new IncrementalAlterConfigsHandler(changes),
                new ListConfigResourcesHandler(broker.metadata()));
    }

    private List<ApiHandler<?, ?>> records(Path logs) {
        LeaderHints hints = new LeaderHints(broker.metadata());
        FetchSettings fetch = FetchSettings.from(troupe);
        FetchSessions sessions = new FetchSessions(fetch, System::nanoTime, new SplittableRandom());
        return List.of(
                new ProduceHandler(lookup, hints, System::nanoTime),
                new FetchHandler(lookup, hints, sessions, fetch, broker.files(), this::after),
                new ListOffsetsHandler(lookup, broker.files()),
                new DeleteRecordsHandler(lookup, broker.metadata()),
                new OffsetForLeaderEpochHandler(lookup),
                new InitProducerIdHandler(broker.producerIds()),
                new DescribeLogDirsHandler(broker.hosted(), logs, broker.files()),
                new DescribeProducersHandler(lookup));
    }

    private List<ApiHandler<?, ?>> groups() {
        InternalTopicCreation offsetsTopic = broker.offsetsTopic();
        return List.of(
                new FindCoordinatorHandler(broker.metadata(), broker.groups(), offsetsTopic),
                new JoinGroupHandler(broker.groups()),
                new SyncGroupHandler(broker.groups()),
                new HeartbeatHandler(broker.groups()),
                new LeaveGroupHandler(broker.groups()),
                new OffsetCommitHandler(broker.groups(), broker.metadata(), InstantSource.system()),
                new OffsetFetchHandler(broker.groups(), broker.metadata()),
                new OffsetDeleteHandler(broker.groups(), broker.metadata()),
                new ListGroupsHandler(broker.groups()),
                new DescribeGroupsHandler(broker.groups()),
                new DeleteGroupsHandler(broker.groups()));
    }

    private Runnable after(Duration delay, Runnable task) {
        Cancellable timer = system.scheduler().scheduleOnce(delay, task, system.executionContext());
        return timer::cancel;
    }
}
