package dev.troupe.actors.partition;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.RemoteMessage;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.nio.ByteBuffer;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * What replicas of one partition say to each other (L5, L7). A follower has one fetch under way; an answer names the fetch
 * it belongs to, so that a late one is known and dropped.
 */
public sealed interface ReplicaMessage extends PartitionCommand, RemoteMessage {

    /**
     * A follower wants what comes after its log; this is also its acknowledgement of everything before.
     *
     * @param partition which partition
     * @param topicId of which topic, so that one made anew under the same name is told from the old
     * @param replica the follower's broker id
     * @param brokerEpoch the follower's broker epoch: a fetch of an earlier life of that broker counts for nothing
     * @param fetch number of this fetch, rising
     * @param leaderEpoch in which it believes the receiver leads
     * @param fetchOffset its log end offset
     * @param lastEpoch leader epoch of its last batch, -1 where its log is empty
     * @param maxBytes how much to send, but for the first batch
     * @param replyTo where the answer goes
     */
    record ReplicaFetch(
            TopicPartition partition,
            TopicId topicId,
            int replica,
            long brokerEpoch,
            long fetch,
            int leaderEpoch,
            long fetchOffset,
            int lastEpoch,
            int maxBytes,
            ActorRef<ReplicaMessage> replyTo)
            implements ReplicaMessage {}

    /** An answer of the leader. */
    sealed interface Answer extends ReplicaMessage {
        /** The number of the fetch it answers. */
        long fetch();
    }

    /**
     * Batches to append byte for byte; none where only the high watermark or the log start moved.
     *
     * @param highWatermark the leader's
     * @param logStartOffset the leader's
     */
    record ReplicaRecords(long fetch, ByteBuffer records, long highWatermark, long logStartOffset) implements Answer {}

    /**
     * The follower's log has left the leader's (KIP-595): of the leader's epochs not above the follower's last one, {@code
     * epoch} is the largest and ends at {@code endOffset}. The follower cuts its log back and asks again.
     */
    record Diverging(long fetch, int epoch, long endOffset) implements Answer {}

    /**
     * The leader can not answer.
     *
     * @param error why
     * @param restartAt where the follower's log shall start anew, as the leader's does not hold what it asked for; else -1
     */
    record FetchRefused(long fetch, ErrorCode error, long restartAt) implements Answer {}
}
