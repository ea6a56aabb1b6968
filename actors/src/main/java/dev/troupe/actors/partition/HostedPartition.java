package dev.troupe.actors.partition;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import org.apache.pekko.actor.typed.ActorRef;

/** One replica on this node: its actor, and the view that the actor publishes for readers. */
public final class HostedPartition {
    private final TopicPartition partition;
    private final TopicId topicId;
    private final ActorRef<PartitionCommand> actor;
    private volatile PartitionView view;

    public HostedPartition(
            TopicPartition partition, TopicId topicId, ActorRef<PartitionCommand> actor, PartitionView view) {
        this.partition = partition;
        this.topicId = topicId;
        this.actor = actor;
        this.view = view;
    }

    public TopicPartition partition() {
        return partition;
    }

    public TopicId topicId() {
        return topicId;
    }

    public ActorRef<PartitionCommand> actor() {
        return actor;
    }

    /** What readers see now. */
    public PartitionView view() {
        return view;
    }

    void publish(PartitionView next) {
        view = next;
    }
}
