package dev.troupe.actors.client;

import dev.troupe.actors.group.GroupRequest;
import dev.troupe.protocol.RemoteMessage;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.util.ByteString;

/** What an application's node asks of a broker. */
public sealed interface ClientRequest extends RemoteMessage {

    /** Who leads the partitions of a topic? Any broker knows. */
    record DescribeTopic(String topic, ActorRef<ClientReply.TopicDescribed> replyTo) implements ClientRequest {}

    /**
     * Have the controller create a topic; any broker passes it on.
     *
     * @param partitions how many, or -1 for the broker's default
     * @param replicationFactor how many replicas each, or -1 for the broker's default
     */
    record CreateTopic(String topic, int partitions, int replicationFactor, ActorRef<TopicResults> replyTo)
            implements ClientRequest {}

    /**
     * Append a batch; only the leader does. Answered when all in-sync replicas have it (L4).
     *
     * @param batch one batch of format v2
     * @param timeoutMs how long to wait for the replicas
     */
    record Produce(TopicPartition partition, ByteString batch, int timeoutMs, ActorRef<ClientReply.Produced> replyTo)
            implements ClientRequest {}

    /**
     * Read what lies below the high watermark; only the leader answers, as soon as there is something.
     *
     * @param offset the first one wanted, or {@link #EARLIEST} or {@link #LATEST}
     * @param waitMs how long to wait for news
     */
    record Read(TopicPartition partition, long offset, int waitMs, ActorRef<ClientReply.ReadDone> replyTo)
            implements ClientRequest {}

    /** Which topics are there? Any broker knows. */
    record ListTopics(ActorRef<ClientReply.TopicsListed> replyTo) implements ClientRequest {}

    /** Have the controller delete a topic; any broker passes it on. */
    record DeleteTopic(String topic, ActorRef<TopicResults> replyTo) implements ClientRequest {}

    /**
     * Where is the first record of that time or later? Only the leader knows.
     *
     * @param timestampMs since 1970, or {@link #EARLIEST} or {@link #LATEST}
     */
    record FindOffset(TopicPartition partition, long timestampMs, ActorRef<ClientReply.OffsetFound> replyTo)
            implements ClientRequest {}

    /** Which broker coordinates a group? Any broker knows. */
    record FindCoordinator(String group, ActorRef<ClientReply.CoordinatorFound> replyTo) implements ClientRequest {}

    /** Ask a group; only its coordinator answers. */
    record AskGroup(String group, GroupRequest<?> request, ActorRef<ClientReply.GroupAnswered> replyTo)
            implements ClientRequest {}

    /** A producer id that nobody else ever gets; any broker has some (L13). */
    record NewProducerId(ActorRef<ClientReply.ProducerIdGiven> replyTo) implements ClientRequest {}

    /** Which groups does this broker coordinate? */
    record ListGroups(ActorRef<ClientReply.GroupsListed> replyTo) implements ClientRequest {}

    /** The first offset that the log still has. */
    long EARLIEST = -2;

    /** The high watermark: only what is written from now on. */
    long LATEST = -1;
}
