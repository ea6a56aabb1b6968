package dev.troupe.cluster.node;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.config.StartFailure;
import dev.troupe.cluster.formation.Formation;
import dev.troupe.cluster.kafka.ApiRegistry;
import dev.troupe.cluster.management.GroupClerk;
import dev.troupe.cluster.management.ManagementContext;
import dev.troupe.cluster.management.ManagementSettings;
import dev.troupe.cluster.management.NodeViews;
import dev.troupe.cluster.management.Readiness;
import dev.troupe.cluster.management.desk.NodeDesk;
import dev.troupe.cluster.metrics.MetricSources;
import dev.troupe.cluster.metrics.NodeMetrics;
import dev.troupe.persistence.metadata.MetadataRaft;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand.DescribeController;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.ClusterImage;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.ChildFailed;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.Terminated;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.management.javadsl.PekkoManagement;

/**
 * The guardian: finds out which cluster the node is part of, then starts all its parts at once, as each waits for what it needs
 * without a thread, and says when all of them serve. A part that cannot start stops the node.
 */
public final class Node {
    private static final Duration CONTROLLER_PATIENCE = Duration.ofSeconds(3);
    private static final String CLUSTER_ID = "formation";

    private final ActorContext<Command> actor;
    private final NodeContext node;
    private final Readiness readiness = new Readiness();
    private final KafkaPart kafka = new KafkaPart();
    private final NodeMetrics metrics = new NodeMetrics();
    private final ManagementSettings management;

    private Node(ActorContext<Command> actor, NodeContext node) {
        this.actor = actor;
        this.node = node;
        this.management = ManagementSettings.from(node.troupe());
    }

    /** What the guardian is told. */
    public sealed interface Command {}

    /** A part has got on: look whether all are ready now. */
    record Progress() implements Command {}

    private record Registered() implements Command {}

    private record Started(String part) implements Command {}

    private record Forming(Formation.Report report) implements Command {}

    private record Failed(String part, Throwable cause) implements Command {}

    static Behavior<Command> create(NodeContext node) {
        return Behaviors.setup(actor -> new Node(actor, node).form());
    }

    /** Finds out which cluster this is, before anything else is started. */
    private Behavior<Command> form() {
        openManagement();
        var formation = actor.spawn(
                Formation.create(node.formation(actor.messageAdapter(Formation.Report.class, Forming::new))),
                Formation.NAME,
                DispatcherSelector.fromConfig("troupe.log-dispatcher"));
        actor.watch(formation);
        return Behaviors.receive(Command.class)
                .onMessage(Forming.class, this::forming)
                .onMessage(Started.class, started -> {
                    readiness.done(started.part);
                    return Behaviors.same();
                })
                .onMessage(Failed.class, this::stop)
                .onAnyMessage(early -> Behaviors.same())
                .onSignal(ChildFailed.class, this::stop)
                .onSignal(Terminated.class, ended -> Behaviors.same())
                .build();
    }

    /** It tells that the node is alive, and what it waits for, even while it looks for its cluster. */
    private void openManagement() {
        readiness.starting(CLUSTER_ID);
        ManagementContext.get(actor.getSystem()).open(management, readiness);
        startPart("management", PekkoManagement.get(actor.getSystem()).start());
    }

    private Behavior<Command> forming(Forming forming) {
        switch (forming.report) {
            case Formation.Formed formed -> {
                readiness.done(CLUSTER_ID);
                return start();
            }
            case Formation.Located(int nodeId, String address) ->
                MetadataRaft.get(actor.getSystem()).locate(nodeId, address);
            case Formation.Refused(String reason) -> {
                return stop(new StartFailure(reason));
            }
        }
        return Behaviors.same();
    }

    private Behavior<Command> start() {
        MetadataCache metadata =
                new MetadataCache(ClusterImage.empty(node.data().meta().clusterId()));
        startPart("metadata journal", startMetadataJournal());
        Membership.watch(actor, readiness, new Progress());
        BrokerPart broker = BrokerPart.start(actor, node, metadata);
        Shutdown.arrange(actor.getSystem(), broker, node.logs(), kafka);
        readiness.check("record log", this::recovering);
        listenOnceRegistered(broker);
        watchMetrics(broker);
        publishViews(broker);
        actor.getChildren().forEach(actor::watch);
        return Behaviors.receive(Command.class)
                .onMessage(Progress.class, progress -> announceWhenReady(metadata))
                .onMessage(Forming.class, this::forming)
                .onMessage(Registered.class, registered -> {
                    startPart(
                            "Kafka listener", kafka.listen(node, registry(broker), metrics.requests(), broker.files()));
                    return Behaviors.same();
                })
                .onMessage(Started.class, started -> {
                    readiness.done(started.part);
                    return announceWhenReady(metadata);
                })
                .onMessage(Failed.class, this::stop)
                .onSignal(ChildFailed.class, this::stop)
                .onSignal(Terminated.class, ended -> Behaviors.same())
                .build();
    }

    private void watchMetrics(BrokerPart broker) {
        metrics.watch(
                new MetricSources(
                        node.settings().nodeId(),
                        broker.metadata(),
                        broker.hosted(),
                        node.logs(),
                        broker.groups(),
                        broker.status()::staleOrdersRefused),
                management.maxSeries());
    }

    private void publishViews(BrokerPart broker) {
        NodeDesk.open(actor, node.settings().nodeId(), desk -> {
            NodeViews views = views(broker, desk);
            ManagementContext.get(actor.getSystem()).publish(views);
            return new GroupClerk(views);
        });
    }

    private NodeViews views(BrokerPart broker, NodeDesk desk) {
        return new NodeViews(
                node.settings().nodeId(),
                node.version(),
                readiness,
                broker.metadata(),
                broker.groups(),
                broker.hosted(),
                node.logs(),
                kafka::connections,
                () -> AskPattern.ask(
                        broker.controller(),
                        DescribeController::new,
                        CONTROLLER_PATIENCE,
                        actor.getSystem().scheduler()),
                broker.status()::staleOrdersRefused,
                metrics,
                node.settings().listeners().getFirst(),
                management,
                node.data().meta().voters(),
                node.troupe().getInt("min.insync.replicas"),
                InstantSource.system(),
                desk);
    }

    private void startPart(String part, CompletionStage<?> starting) {
        readiness.starting(part);
        actor.pipeToSelf(starting, (done, failure) -> failure == null ? new Started(part) : new Failed(part, failure));
    }

    private CompletionStage<?> startMetadataJournal() {
        return MetadataRaft.get(actor.getSystem()).start(node.metadataVoter(), Clock.systemUTC(), new Random());
    }

    private ApiRegistry registry(BrokerPart broker) {
        return KafkaHandlers.registry(actor.getSystem(), node, broker);
    }

    /** The first image comes from the controller, when it has taken this node in. */
    private void listenOnceRegistered(BrokerPart broker) {
        readiness.starting("Kafka listener");
        readiness.check("controller", () -> missingController(broker.metadata()));
        AtomicBoolean told = new AtomicBoolean();
        broker.metadata().subscribe((before, now) -> {
            if (isRegisteredIn(now) && told.compareAndSet(false, true)) {
                actor.getSelf().tell(new Registered());
            }
        });
    }

    private Optional<String> recovering() {
        Map<TopicPartition, String> all = node.logs().recovering();
        return all.isEmpty() ? Optional.empty() : Optional.of("recovering " + all.size() + " logs: " + all);
    }

    private Optional<String> missingController(MetadataCache metadata) {
        return isRegisteredIn(metadata.current())
                ? Optional.empty()
                : Optional.of("no controller has taken this node in yet");
    }

    private boolean isRegisteredIn(ClusterImage image) {
        BrokerInfo self = image.brokers().get(node.settings().nodeId());
        return self != null && self.incarnation().equals(node.incarnation());
    }

    private Behavior<Command> announceWhenReady(MetadataCache metadata) {
        if (!readiness.reasons().isEmpty()) {
            return Behaviors.same();
        }
        if (node.again()) {
            actor.getLog().info("node {} serves again", node.settings().nodeId());
        } else {
            System.out.println(Banner.of(node, metadata.current().controllerEpoch(), sinceJvmStart()));
            node.whenReady().accept(node.settings().toldToClients().getFirst());
        }
        return Behaviors.receive(Command.class)
                .onMessage(Failed.class, this::stop)
                .onMessage(Forming.class, this::forming)
                .onAnyMessage(other -> Behaviors.same())
                .onSignal(ChildFailed.class, this::stop)
                .onSignal(Terminated.class, ended -> Behaviors.same())
                .build();
    }

    /** Since the JVM began, not the process: the script that became this process may have built everything first. */
    private static Duration sinceJvmStart() {
        return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
    }

    /** A node without one of its parts would look alive and serve nobody; one that is started again may. */
    private Behavior<Command> stop(ChildFailed failed) {
        return stop(new Failed(failed.getRef().path().name(), failed.cause()));
    }

    private Behavior<Command> stop(Failed failed) {
        return stop(new StartFailure("the node stops, its " + failed.part + " failed: " + failed.cause));
    }

    private Behavior<Command> stop(StartFailure why) {
        node.whenFailed().accept(why);
        CoordinatedShutdown.get(actor.getSystem()).runAll(CoordinatedShutdown.unknownReason());
        return Behaviors.same();
    }
}
