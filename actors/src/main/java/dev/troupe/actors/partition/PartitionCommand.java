package dev.troupe.actors.partition;

import dev.troupe.persistence.log.ActiveProducer;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What a replica's actor is told: by its own node, by the replicas of other nodes, and by itself later. */
public sealed interface PartitionCommand
        permits PartitionCommand.Lead,
                PartitionCommand.Follow,
                PartitionCommand.Stop,
                PartitionCommand.Configure,
                PartitionCommand.Append,
                PartitionCommand.DeleteRecords,
                PartitionCommand.Maintain,
                PartitionCommand.DescribeProducers,
                ReplicaMessage,
                PartitionSignal {

    /** Open the log if it is not, and lead from this leader epoch on. */
    record Lead(PartitionInfo info, ActorRef<PartitionReply> replyTo) implements PartitionCommand {}

    /** Open the log if it is not, and follow the leader named. */
    record Follow(PartitionInfo info, ActorRef<PartitionReply> replyTo) implements PartitionCommand {}

    /** Stop; {@code delete} also removes the files. */
    record Stop(boolean delete, ActorRef<PartitionReply> replyTo) implements PartitionCommand {}

    /** The topic's configs changed: all that are in force, defaults included. */
    record Configure(Map<String, String> configs) implements PartitionCommand {}

    /**
     * Append one produce request's batch (L2, L4). The buffer belongs to the caller, who keeps it valid until
     * {@link AppendListener#appended} was called.
     *
     * @param records the record set as received
     * @param acks 0, 1 or -1
     * @param deadlineNanos of {@code System.nanoTime()}, for acks=-1
     */
    record Append(ByteBuffer records, short acks, long deadlineNanos, AppendListener replyTo)
            implements PartitionCommand {}

    /** Move the log start offset (L9); -1 is the high watermark. */
    record DeleteRecords(long beforeOffset, RecordsDeletedListener replyTo) implements PartitionCommand {}

    /** Do what a log needs from time to time (L9): retention, rolling, forgetting; then run {@code done}. */
    record Maintain(Runnable done) implements PartitionCommand {}

    /** Say which idempotent producers the log remembers (L13); none where the log is not open. */
    record DescribeProducers(Consumer<List<ActiveProducer>> replyTo) implements PartitionCommand {}

    /** Answer to {@link Lead}, {@link Follow} and {@link Stop}. */
    record PartitionReply(
            TopicPartition partition,
            ErrorCode error,
            @Nullable String message) {}

    /** Called once, on the partition's thread; must not block. A callback and not an actor, as it is on every produce's path. */
    @FunctionalInterface
    interface AppendListener {
        /**
         * @param result what the log said, or a refusal for want of leadership, replicas or time
         */
        void appended(AppendResult result);
    }

    /** Called once, on the partition's thread; must not block. */
    @FunctionalInterface
    interface RecordsDeletedListener {
        /**
         * @param error why nothing was deleted, or none
         * @param logStartOffset the first offset there is now, -1 on error
         */
        void deleted(ErrorCode error, long logStartOffset);
    }
}
