package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.PartitionsChanged;
import dev.troupe.actors.controller.ControllerEvent.ReassignmentsChanged;
import dev.troupe.actors.controller.ControllerEvent.ReplicasChanged;
import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.broker.BrokerReply;
import dev.troupe.protocol.broker.BrokerReply.MetadataUpdated;
import dev.troupe.protocol.broker.BrokerReply.ReplicasUpdated;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * The ways to all live brokers. A change of the state goes out in two steps: first each broker concerned is told what replicas it
 * has and whom they follow; once those that begin to lead serve, all brokers are told the new image. Used by the controller's
 * thread alone.
 */
final class BrokerChannels {
    private static final long RESEND_NANOS = Duration.ofSeconds(2).toNanos();

    private final Map<Integer, Channel> channels = new HashMap<>();
    private final MetadataGate gate = new MetadataGate();
    private final ActorRef<BrokerReply> replyTo;
    private final LongSupplier nanoTime;
    private final long confirmationNanos;

    /**
     * Before any broker has registered.
     *
     * @param replyTo where brokers answer
     * @param nanoTime monotonic time
     * @param confirmationTimeout the longest that an image waits for leaders to serve
     */
    BrokerChannels(ActorRef<BrokerReply> replyTo, LongSupplier nanoTime, Duration confirmationTimeout) {
        this.replyTo = replyTo;
        this.nanoTime = nanoTime;
        this.confirmationNanos = confirmationTimeout.toNanos();
    }

    private record Channel(
            ActorRef<BrokerCommand> ref, long brokerEpoch, ReplicaLane replicas, MetadataLane metadata) {}

    /** Begins to talk to a broker that has registered, with all that it is to know. */
    void attach(int broker, long brokerEpoch, ActorRef<BrokerCommand> ref, ControllerState state) {
        channels.put(
                broker,
                new Channel(
                        ref,
                        brokerEpoch,
                        new ReplicaLane(broker, brokerEpoch, ref, replyTo),
                        new MetadataLane(brokerEpoch, state.version(), ref, replyTo)));
        show(state, new ImageChanges(), Set.of(broker));
        pump(state);
    }

    /** Ceases to talk to a broker. */
    void detach(int broker) {
        channels.remove(broker);
    }

    /** Where orders to that broker go, if it is talked to. */
    Optional<ActorRef<BrokerCommand>> ref(int broker) {
        return Optional.ofNullable(channels.get(broker)).map(Channel::ref);
    }

    /** Whether that actor is talked to as that incarnation of the broker. */
    boolean talksTo(int broker, ActorRef<BrokerCommand> ref, long brokerEpoch) {
        Channel channel = channels.get(broker);
        return channel != null && channel.ref().equals(ref) && channel.brokerEpoch() == brokerEpoch;
    }

    /** Tells the brokers what these events have changed. */
    void changed(ControllerState before, List<ControllerEvent> events, ControllerState after) {
        ImageChanges image = new ImageChanges();
        Set<Integer> leaders = new HashSet<>();
        for (ControllerEvent event : events) {
            image.note(event, after);
            if (event instanceof PartitionsChanged e) {
                for (PartitionChange change : e.changes()) {
                    change.replicas().forEach(broker -> note(broker, change.id()));
                    if (beginsToLead(before, change)) {
                        leaders.add(change.leader());
                    }
                }
            } else if (event instanceof ReassignmentsChanged e) {
                e.changes().forEach(change -> change.replicas().forEach(broker -> note(broker, change.id())));
            } else if (event instanceof ReplicasChanged e) {
                e.changes().forEach(change -> note(change.broker(), change.id()));
            }
        }
        if (!image.isEmpty()) {
            show(after, image, leaders);
        }
        pump(after);
    }

    private static boolean beginsToLead(ControllerState before, PartitionChange change) {
        return change.status() == PartitionStatus.ONLINE
                && before.topics()
                        .find(change.topic())
                        .filter(topic -> change.partition() < topic.partitions().size())
                        .map(topic -> topic.partitions().get(change.partition()))
                        .filter(partition -> partition.leaderEpoch() == change.leaderEpoch())
                        .isEmpty();
    }

    private void note(int broker, PartitionId partition) {
        Channel channel = channels.get(broker);
        if (channel != null) {
            channel.replicas().note(partition);
        }
    }

    private void show(ControllerState state, ImageChanges image, Set<Integer> leaders) {
        gate.add(new MetadataGate.Entry(state, image, leaders, nanoTime.getAsLong() + confirmationNanos));
    }

    /** Sends what can be sent now. */
    void pump(ControllerState state) {
        long now = nanoTime.getAsLong();
        channels.values().forEach(channel -> channel.replicas().send(state, now));
        MetadataGate.Entry open;
        while ((open = gate.poll(this::serves, now)) != null) {
            for (Channel channel : channels.values()) {
                channel.metadata().publish(open.state(), open.changes(), now);
            }
        }
    }

    private boolean serves(int broker, long version) {
        Channel channel = channels.get(broker);
        return channel == null || channel.replicas().hasApplied(version);
    }

    /**
     * A broker has carried out an order about replicas.
     *
     * @return partitions whose files it was to remove
     */
    List<PartitionId> applied(ReplicasUpdated reply) {
        Channel channel = channels.get(reply.brokerId());
        return channel == null || channel.brokerEpoch() != reply.brokerEpoch()
                ? List.of()
                : channel.replicas().applied(reply.version());
    }

    /** A broker has published an image. */
    void applied(MetadataUpdated reply) {
        Channel channel = channels.get(reply.brokerId());
        if (channel != null && channel.brokerEpoch() == reply.brokerEpoch()) {
            channel.metadata().applied(reply.version(), nanoTime.getAsLong());
        }
    }

    /** Sends again what was not answered. */
    void resend() {
        long now = nanoTime.getAsLong();
        for (Channel channel : channels.values()) {
            channel.replicas().resend(now, RESEND_NANOS);
            channel.metadata().resend(now, RESEND_NANOS);
        }
    }

    /** Whether clients of every live broker see that version. */
    boolean everybodySees(long version) {
        return channels.values().stream().allMatch(channel -> channel.metadata().hasApplied(version));
    }

    /** Whether some answer is outstanding. */
    boolean busy() {
        return !gate.isEmpty()
                || channels.values().stream()
                        .anyMatch(channel ->
                                channel.replicas().busy() || channel.metadata().busy());
    }
}
