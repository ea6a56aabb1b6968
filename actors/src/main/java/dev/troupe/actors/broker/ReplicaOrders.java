package dev.troupe.actors.broker;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.broker.BrokerCommand.UpdateReplicas;
import dev.troupe.protocol.broker.BrokerReply.ReplicaFailure;
import dev.troupe.protocol.broker.BrokerReply.ReplicasUpdated;
import dev.troupe.protocol.broker.LeaderAndIsr;
import dev.troupe.protocol.broker.StopReplica;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the controller's orders about replicas, one after the other: first the stops, then, when all have stopped, the rest,
 * so that a topic that was deleted and created again never has two replicas in one folder. An order is answered when every
 * replica has.
 */
final class ReplicaOrders {
    private final Deque<UpdateReplicas> waiting = new ArrayDeque<>();
    private final Map<TopicPartition, TopicId> outstanding = new HashMap<>();
    private final List<ReplicaFailure> failures = new ArrayList<>();
    private final int brokerId;
    private final Replicas replicas;
    private @Nullable UpdateReplicas current;
    private boolean starting;

    ReplicaOrders(int brokerId, Replicas replicas) {
        this.brokerId = brokerId;
        this.replicas = replicas;
    }

    /** Takes an order. One that is being carried out already was sent again for want of an answer, which will come. */
    void take(UpdateReplicas order) {
        if (current != null && current.stamp().equals(order.stamp())) {
            return;
        }
        waiting.addLast(order);
        proceed();
    }

    /** A replica has answered. */
    void answered(PartitionReply reply) {
        TopicPartition partition = reply.partition();
        TopicId topicId = outstanding.remove(partition);
        if (topicId == null) {
            return;
        }
        if (reply.error() != ErrorCode.NONE) {
            replicas.failed(partition);
            failures.add(new ReplicaFailure(partition, topicId, reply.error(), reply.message()));
        } else if (starting) {
            replicas.serves(partition);
        }
        proceed();
    }

    private void proceed() {
        while (outstanding.isEmpty()) {
            UpdateReplicas order = current;
            if (order == null) {
                current = waiting.pollFirst();
                if (current == null) {
                    return;
                }
                stop(current);
            } else if (!starting) {
                starting = true;
                start(order);
            } else {
                finish(order);
            }
        }
    }

    private void stop(UpdateReplicas order) {
        order.stops().forEach(this::stop);
        Set<TopicPartition> wanted = new HashSet<>();
        for (LeaderAndIsr replica : order.replicas()) {
            wanted.add(replica.partition());
            replicas.find(replica.partition())
                    .filter(hosted -> !hosted.topicId().equals(replica.topicId()))
                    .ifPresent(hosted -> stop(hosted, true));
        }
        if (order.full()) {
            replicas.all().stream()
                    .filter(partition -> !wanted.contains(partition))
                    .flatMap(partition -> replicas.find(partition).stream())
                    .forEach(hosted -> stop(hosted, false));
        }
    }

    private void stop(StopReplica stop) {
        Optional<HostedPartition> hosted = replicas.find(stop.partition());
        if (hosted.isEmpty() && stop.delete()) {
            // Deleted while this node was down: it has the files, and nothing else.
            stop(replicas.unserved(stop), true);
        }
        hosted.filter(replica -> replica.topicId().equals(stop.topicId()))
                .ifPresent(replica -> stop(replica, stop.delete()));
    }

    private void stop(HostedPartition hosted, boolean delete) {
        outstanding.put(hosted.partition(), hosted.topicId());
        replicas.stop(hosted, delete);
    }

    private void start(UpdateReplicas order) {
        for (LeaderAndIsr replica : order.replicas()) {
            outstanding.put(replica.partition(), replica.topicId());
            if (!replicas.lead(replica)) {
                outstanding.remove(replica.partition());
            }
        }
    }

    private void finish(UpdateReplicas order) {
        order.replyTo()
                .tell(new ReplicasUpdated(
                        brokerId, order.stamp().brokerEpoch(), order.stamp().version(), failures));
        failures.clear();
        starting = false;
        current = null;
    }
}
