package dev.troupe.actors.broker;

import dev.troupe.actors.broker.BrokerMessage.CloseReplicas;
import dev.troupe.actors.broker.BrokerMessage.ControllerGone;
import dev.troupe.actors.broker.BrokerMessage.LeadershipsMoved;
import dev.troupe.actors.broker.BrokerMessage.Ordered;
import dev.troupe.actors.broker.BrokerMessage.Register;
import dev.troupe.actors.broker.BrokerMessage.Registered;
import dev.troupe.actors.broker.BrokerMessage.ReplicaAnswered;
import dev.troupe.actors.broker.BrokerMessage.ShutDown;
import dev.troupe.actors.broker.BrokerMessage.ShutDownDue;
import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.broker.BrokerCommand.RegisterAgain;
import dev.troupe.protocol.broker.BrokerCommand.UpdateMetadata;
import dev.troupe.protocol.broker.BrokerCommand.UpdateReplicas;
import dev.troupe.protocol.broker.BrokerReply;
import dev.troupe.protocol.broker.BrokerReply.MetadataUpdated;
import dev.troupe.protocol.broker.BrokerReply.Refused;
import dev.troupe.protocol.broker.ImageDelta.TopicChange;
import dev.troupe.protocol.broker.Stamp;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.ControlledShutdown;
import dev.troupe.protocol.controller.ControllerCommand.RegisterBroker;
import dev.troupe.protocol.controller.ControllerCommand.RegistrationReply;
import dev.troupe.protocol.controller.ControllerCommand.ShutdownReply;
import dev.troupe.protocol.metadata.ClusterImage;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * A node as the controller sees it: registers, hosts the replicas that the controller orders, and publishes the image of the
 * cluster that the controller sends (C3, C6). A router of orders: what it decides is who may still give them.
 */
public final class Broker {
    private static final Duration REGISTER_AGAIN = Duration.ofSeconds(1);
    private static final Duration MOVING_LEADERSHIPS = Duration.ofSeconds(2);

    private final ActorContext<BrokerMessage> actor;
    private final TimerScheduler<BrokerMessage> timers;
    private final BrokerContext node;
    private final Replicas replicas;
    private final ReplicaOrders orders;
    private final ActorRef<RegistrationReply> registrations;
    private int controllerEpoch;

    private Broker(ActorContext<BrokerMessage> actor, TimerScheduler<BrokerMessage> timers, BrokerContext node) {
        this.actor = actor;
        this.timers = timers;
        this.node = node;
        this.replicas = new Replicas(actor, node, actor.messageAdapter(PartitionReply.class, ReplicaAnswered::new));
        this.orders = new ReplicaOrders(node.identity().id(), replicas);
        this.registrations = actor.messageAdapter(RegistrationReply.class, Registered::new);
    }

    /** The broker of this node. */
    public static Behavior<BrokerMessage> create(BrokerContext node) {
        Behavior<BrokerMessage> broker =
                Behaviors.setup(actor -> Behaviors.withTimers(timers -> new Broker(actor, timers, node).serving()));
        Behavior<BrokerCommand> ordered = Behaviors.transformMessages(
                BrokerCommand.class, broker, builder -> builder.match(BrokerCommand.class, Ordered::new));
        return ordered.unsafeCast();
    }

    private Behavior<BrokerMessage> serving() {
        actor.getSelf().tell(new Register());
        return Behaviors.receive(BrokerMessage.class)
                .onMessage(BrokerMessage.class, this::handle)
                .build();
    }

    private Behavior<BrokerMessage> handle(BrokerMessage message) {
        switch (message) {
            case Ordered(BrokerCommand command) -> ordered(command);
            case ReplicaAnswered(PartitionReply reply) -> orders.answered(reply);
            case Register() -> register();
            case Registered(RegistrationReply reply) -> registered(reply);
            case ControllerGone(int epoch) -> {
                if (epoch == controllerEpoch) {
                    actor.getLog().info("controller epoch {} has ended, looking for the next", epoch);
                    register();
                }
            }
            case ShutDown(var replyTo) -> {
                return shutDown(replyTo);
            }
            case CloseReplicas(var replyTo) -> {
                return closing(replyTo);
            }
            case LeadershipsMoved _, ShutDownDue _ -> {}
        }
        return Behaviors.same();
    }

    private void register() {
        node.controller()
                .tell(new RegisterBroker(
                        node.identity().id(),
                        node.identity().incarnation(),
                        node.identity().endpoints(),
                        node.identity().rack(),
                        actor.getSelf().unsafeUpcast(),
                        registrations));
        timers.startSingleTimer(Register.class, new Register(), REGISTER_AGAIN);
    }

    private void registered(RegistrationReply reply) {
        ActorRef<ControllerCommand> controller = reply.controller();
        if (reply.error() != ErrorCode.NONE || controller == null) {
            actor.getLog().error("registration is refused, trying again: {} {}", reply.error(), reply.message());
            return;
        }
        if (reply.controllerEpoch() < controllerEpoch) {
            return;
        }
        timers.cancel(Register.class);
        controllerEpoch = reply.controllerEpoch();
        node.status().registered(reply.brokerEpoch());
        actor.unwatch(controller);
        actor.watchWith(controller, new ControllerGone(reply.controllerEpoch()));
        actor.getLog()
                .info(
                        "registered as broker {} with broker epoch {} at controller epoch {}",
                        node.identity().id(),
                        reply.brokerEpoch(),
                        controllerEpoch);
    }

    private void ordered(BrokerCommand command) {
        switch (command) {
            case UpdateReplicas order -> {
                if (accepts(order.stamp(), order.replyTo())) {
                    orders.take(order);
                }
            }
            case UpdateMetadata order -> {
                if (accepts(order.stamp(), order.replyTo())) {
                    publish(order);
                }
            }
            case RegisterAgain again -> {
                if (again.controllerEpoch() >= controllerEpoch) {
                    register();
                }
            }
        }
    }

    /** Whether the order is the current controller's and for this incarnation; refuses it otherwise (C3, C6). */
    private boolean accepts(Stamp stamp, ActorRef<BrokerReply> replyTo) {
        int id = node.identity().id();
        if (stamp.controllerEpoch() < controllerEpoch) {
            node.status().refusedStaleOrder();
            replyTo.tell(new Refused(id, ErrorCode.STALE_CONTROLLER_EPOCH, controllerEpoch));
            return false;
        }
        controllerEpoch = stamp.controllerEpoch();
        if (stamp.brokerEpoch() < node.status().epoch()) {
            replyTo.tell(new Refused(id, ErrorCode.STALE_BROKER_EPOCH, controllerEpoch));
            return false;
        }
        // The order may overtake the answer to the registration that it follows.
        node.status().registered(stamp.brokerEpoch());
        return true;
    }

    private void publish(UpdateMetadata order) {
        ClusterImage before = node.metadata().current();
        Stamp stamp = order.stamp();
        boolean known = before.controllerEpoch() == stamp.controllerEpoch() && before.version() >= stamp.version();
        if (!known || order.delta().full()) {
            ClusterImage now = order.delta().applyTo(before, stamp);
            Set<String> touched = new HashSet<>();
            for (TopicChange topic : order.delta().topics()) {
                touched.add(topic.name());
            }
            replicas.configure(before, now, touched);
            node.metadata().publish(now);
        }
        order.replyTo().tell(new MetadataUpdated(node.identity().id(), stamp.brokerEpoch(), stamp.version()));
    }

    /** Lets the controller move leaderships away, going on as before meanwhile, then closes all replicas. */
    private Behavior<BrokerMessage> shutDown(ActorRef<Done> replyTo) {
        ActorRef<ShutdownReply> moved = actor.messageAdapter(ShutdownReply.class, LeadershipsMoved::new);
        node.controller()
                .tell(new ControlledShutdown(node.identity().id(), node.status().epoch(), moved));
        timers.startSingleTimer(ShutDownDue.class, new ShutDownDue(), MOVING_LEADERSHIPS);
        return Behaviors.receive(BrokerMessage.class)
                .onMessage(LeadershipsMoved.class, _ -> closing(replyTo))
                .onMessage(ShutDownDue.class, _ -> closing(replyTo))
                .onMessage(ShutDown.class, _ -> Behaviors.same())
                .onMessage(BrokerMessage.class, this::handle)
                .build();
    }

    private Behavior<BrokerMessage> closing(ActorRef<Done> replyTo) {
        timers.cancelAll();
        Set<TopicPartition> open = new HashSet<>(replicas.all());
        open.forEach(partition -> replicas.find(partition).ifPresent(hosted -> replicas.stop(hosted, false)));
        return closing(open, replyTo);
    }

    private Behavior<BrokerMessage> closing(Set<TopicPartition> open, ActorRef<Done> replyTo) {
        if (open.isEmpty()) {
            replyTo.tell(Done.getInstance());
            return Behaviors.stopped();
        }
        return Behaviors.receive(BrokerMessage.class)
                .onMessage(ReplicaAnswered.class, answer -> {
                    open.remove(answer.reply().partition());
                    return closing(open, replyTo);
                })
                .onAnyMessage(_ -> Behaviors.same())
                .build();
    }
}
