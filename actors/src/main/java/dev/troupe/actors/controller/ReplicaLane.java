package dev.troupe.actors.controller;

import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.broker.BrokerCommand.UpdateReplicas;
import dev.troupe.protocol.broker.BrokerReply;
import dev.troupe.protocol.broker.LeaderAndIsr;
import dev.troupe.protocol.broker.Stamp;
import dev.troupe.protocol.broker.StopReplica;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * Orders about replicas on their way to one broker: one message at a time, sent again until it is answered; what changes meanwhile
 * gathers for the next, so that a slow broker is sent less often and never out of order. Begins with all that it shall have.
 */
final class ReplicaLane {
    private final int broker;
    private final long brokerEpoch;
    private final ActorRef<BrokerCommand> ref;
    private final ActorRef<BrokerReply> replyTo;
    private final Set<PartitionId> changed = new LinkedHashSet<>();
    private boolean everything = true;
    private @Nullable UpdateReplicas inFlight;
    private long sentAtNanos;
    private long appliedVersion = -1;

    ReplicaLane(int broker, long brokerEpoch, ActorRef<BrokerCommand> ref, ActorRef<BrokerReply> replyTo) {
        this.broker = broker;
        this.brokerEpoch = brokerEpoch;
        this.ref = ref;
        this.replyTo = replyTo;
    }

    /** The partition has changed, or its replica there has. */
    void note(PartitionId partition) {
        changed.add(partition);
    }

    /** Sends what has gathered, unless a message is on its way. */
    void send(ControllerState state, long nowNanos) {
        if (inFlight != null || (changed.isEmpty() && !everything)) {
            return;
        }
        Set<PartitionId> tell = everything ? new HashSet<>(state.topics().on(broker)) : changed;
        List<StopReplica> stops = new ArrayList<>();
        List<LeaderAndIsr> replicas = new ArrayList<>();
        for (PartitionId id : tell) {
            state.topics().find(id.topic()).ifPresent(topic -> order(state, topic, id, stops, replicas));
        }
        Stamp stamp = new Stamp(state.node(), state.epoch(), brokerEpoch, state.version());
        inFlight = new UpdateReplicas(stamp, everything, stops, replicas, replyTo);
        sentAtNanos = nowNanos;
        changed.clear();
        everything = false;
        ref.tell(inFlight);
    }

    private void order(
            ControllerState state,
            TopicState topic,
            PartitionId id,
            List<StopReplica> stops,
            List<LeaderAndIsr> replicas) {
        PartitionState partition = topic.partitions().get(id.partition());
        switch (partition.replica(broker)) {
            case NEW, ONLINE ->
                replicas.add(
                        new LeaderAndIsr(state.name(id), topic.id(), partition.info(id.partition()), topic.configs()));
            case OFFLINE -> stops.add(new StopReplica(state.name(id), topic.id(), false));
            case DELETION_STARTED -> stops.add(new StopReplica(state.name(id), topic.id(), true));
            case NON_EXISTENT, DELETION_SUCCESSFUL, DELETION_INELIGIBLE -> {}
        }
    }

    /** Sends the message on its way again if it is that old. */
    void resend(long nowNanos, long afterNanos) {
        if (inFlight != null && nowNanos - sentAtNanos > afterNanos) {
            sentAtNanos = nowNanos;
            ref.tell(inFlight);
        }
    }

    /**
     * The broker has answered.
     *
     * @return the partitions whose files it was to remove; none if the answer is not to the message on its way
     */
    List<PartitionId> applied(long version) {
        UpdateReplicas answered = inFlight;
        if (answered == null || answered.stamp().version() != version) {
            return List.of();
        }
        inFlight = null;
        appliedVersion = version;
        return answered.stops().stream()
                .filter(StopReplica::delete)
                .map(stop -> new PartitionId(stop.topicId(), stop.partition().partition()))
                .toList();
    }

    /** Whether the broker has applied all that it was to learn up to that version. */
    boolean hasApplied(long version) {
        return appliedVersion >= version;
    }

    boolean busy() {
        return inFlight != null;
    }
}
