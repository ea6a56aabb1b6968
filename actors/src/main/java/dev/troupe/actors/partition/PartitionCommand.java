package dev.troupe.actors.partition;

import dev.troupe.persistence.log.AppendResult;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What a replica's actor is told on its own node. */
public sealed interface PartitionCommand {

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

    /** Tell the waiter when more than {@code fromOffset} can be read, and when the replica ceases to lead. */
    record Await(long fromOffset, FetchWaiter waiter) implements PartitionCommand {}

    /** Move the log start offset (L9); -1 is the high watermark. */
    record DeleteRecords(long beforeOffset, ActorRef<RecordsDeleted> replyTo) implements PartitionCommand {}

    /** Answer to {@link Lead}, {@link Follow} and {@link Stop}. */
    record PartitionReply(
            TopicPartition partition,
            ErrorCode error,
            @Nullable String message) {}

    /** Answer to {@link DeleteRecords}. */
    record RecordsDeleted(ErrorCode error, long logStartOffset) {}

    /** Called once, on the partition's thread; must not block. A callback and not an actor, as it is on every produce's path. */
    @FunctionalInterface
    interface AppendListener {
        /**
         * @param result what the log said, or a refusal for want of leadership, replicas or time
         */
        void appended(AppendResult result);
    }

    /** A parked fetch. Called on the partition's thread, any number of times; must not block. */
    @FunctionalInterface
    interface FetchWaiter {
        void news(TopicPartition partition);
    }
}
