package dev.troupe.cluster.node;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.management.ManagementContext;
import dev.troupe.cluster.management.NodeViews;
import dev.troupe.cluster.management.Readiness;
import dev.troupe.protocol.metadata.ClusterImage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.ClusterEvent.MemberUp;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.apache.pekko.cluster.typed.Subscribe;
import org.apache.pekko.management.javadsl.PekkoManagement;

/**
 * The guardian: starts the parts of a node in their order and says when all of them serve. No step waits on a thread; each
 * begins when the one before has told that it is done.
 */
public final class Node {
    private final ActorContext<Command> actor;
    private final NodeContext node;
    private final Cluster cluster;
    private final Readiness readiness = new Readiness();
    private final MetadataCache metadata;

    private Node(ActorContext<Command> actor, NodeContext node) {
        this.actor = actor;
        this.node = node;
        this.cluster = Cluster.get(actor.getSystem());
        this.metadata = new MetadataCache(ClusterImage.empty(node.data().meta().clusterId()));
    }

    /** What the guardian is told. */
    public sealed interface Command {}

    private record MembershipChanged() implements Command {}

    private record ManagementBound() implements Command {}

    private record Failed(String part, Throwable cause) implements Command {}

    static Behavior<Command> create(NodeContext node) {
        return Behaviors.setup(actor -> new Node(actor, node).start());
    }

    private Behavior<Command> start() {
        readiness.check("cluster", this::membership);
        cluster.subscriptions()
                .tell(Subscribe.create(
                        actor.messageAdapter(MemberUp.class, up -> new MembershipChanged()), MemberUp.class));
        join();
        startManagement();
        return Behaviors.receive(Command.class)
                .onMessage(MembershipChanged.class, changed -> announceWhenReady())
                .onMessage(ManagementBound.class, bound -> announceWhenReady())
                .onMessage(Failed.class, this::stop)
                .build();
    }

    private void join() {
        List<Address> seeds = node.settings().seeds().stream()
                .map(seed -> AddressFromURIString.parse("pekko://troupe@" + seed))
                .toList();
        cluster.manager()
                .tell(seeds.isEmpty() ? Join.create(cluster.selfMember().address()) : new JoinSeedNodes(seeds));
    }

    private Optional<String> membership() {
        MemberStatus status = cluster.selfMember().status();
        return status.equals(MemberStatus.up())
                ? Optional.empty()
                : Optional.of("this node is " + status + " in the cluster");
    }

    private void startManagement() {
        ManagementContext.get(actor.getSystem())
                .publish(new NodeViews(node.settings().nodeId(), node.version(), readiness, metadata));
        actor.pipeToSelf(
                PekkoManagement.get(actor.getSystem()).start(),
                (uri, failure) -> failure == null ? new ManagementBound() : new Failed("management", failure));
    }

    private Behavior<Command> announceWhenReady() {
        if (!readiness.reasons().isEmpty()) {
            return Behaviors.same();
        }
        Duration startUp =
                Duration.between(ProcessHandle.current().info().startInstant().orElseGet(Instant::now), Instant.now());
        System.out.println(Banner.of(node, metadata.current().controllerEpoch(), startUp));
        node.whenReady().accept(node.settings().toldToClients().getFirst());
        return Behaviors.receive(Command.class)
                .onMessage(Failed.class, this::stop)
                .onAnyMessage(other -> Behaviors.same())
                .build();
    }

    private Behavior<Command> stop(Failed failed) {
        actor.getLog().error("{} failed, the node stops: {}", failed.part, failed.cause.toString());
        CoordinatedShutdown.get(actor.getSystem()).runAll(CoordinatedShutdown.unknownReason());
        return Behaviors.same();
    }
}
