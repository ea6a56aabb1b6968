package dev.troupe.cluster.kafka.handlers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchRequestData.ForgottenTopic;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that a client wants to hear of: of one fetch, or of a fetch session (KIP-227).
 *
 * <p>Partitions tell the scope that they have news. So a fetch looks only at those with news, at those whose offset the client
 * moved, and at those that had more than fitted into the last response; it costs what changed, not what is subscribed.
 */
final class FetchScope {
    /** The id of no session. */
    static final int NO_SESSION = 0;

    private final int sessionId;
    private final boolean byTopicId;
    private final Queue<FetchedPartition> news = new ConcurrentLinkedQueue<>();
    // Guarded by this.
    private final Map<FetchedPartition.Key, FetchedPartition> partitions = new LinkedHashMap<>();
    private final Set<FetchedPartition> ready = new LinkedHashSet<>();
    private int nextEpoch = 1;

    private volatile @Nullable FetchAttempt waiting;
    private volatile long usedNanos;

    FetchScope(int sessionId, boolean byTopicId, long nowNanos) {
        this.sessionId = sessionId;
        this.byTopicId = byTopicId;
        this.usedNanos = nowNanos;
    }

    int sessionId() {
        return sessionId;
    }

    boolean isByTopicId() {
        return byTopicId;
    }

    long usedNanos() {
        return usedNanos;
    }

    /** Takes the epoch of an incremental fetch; false where it is not its turn. */
    synchronized boolean take(int epoch, long nowNanos) {
        if (epoch != nextEpoch) {
            return false;
        }
        nextEpoch = nextEpoch == Integer.MAX_VALUE ? 1 : nextEpoch + 1;
        usedNanos = nowNanos;
        return true;
    }

    /** Adds, moves and forgets partitions as the request says. */
    synchronized void update(FetchRequestData request) {
        for (FetchTopic topic : request.topics()) {
            for (FetchRequestData.FetchPartition wanted : topic.partitions()) {
                var key = new FetchedPartition.Key(topic.topic(), topic.topicId(), wanted.partition());
                FetchedPartition known = partitions.get(key);
                if (known == null) {
                    known = new FetchedPartition(key, this, wanted);
                    partitions.put(key, known);
                } else {
                    known.want(wanted);
                }
                ready.add(known);
            }
        }
        for (ForgottenTopic topic : request.forgottenTopicsData()) {
            for (int partition : topic.partitions()) {
                forget(partitions.remove(new FetchedPartition.Key(topic.topic(), topic.topicId(), partition)));
            }
        }
    }

    private void forget(@Nullable FetchedPartition gone) {
        if (gone != null) {
            gone.unwatch();
            ready.remove(gone);
        }
    }

    synchronized boolean isEmpty() {
        return partitions.isEmpty();
    }

    /** This partition changed; any thread. */
    void news(FetchedPartition partition) {
        news.add(partition);
        FetchAttempt attempt = waiting;
        if (attempt != null) {
            attempt.wake();
        }
    }

    /** The fetch to wake when there is news. The one before it, if it still waits, has to answer: a client has one at a time. */
    void attach(FetchAttempt attempt) {
        FetchAttempt before = waiting;
        waiting = attempt;
        if (before != null) {
            before.hurry();
        }
    }

    /** What the partitions have for one fetch. */
    record Gathered(List<Part> parts, int bytes, boolean urgent) {}

    /** What one partition has. */
    record Part(FetchedPartition partition, PartitionData data) {}

    /**
     * Looks at the partitions that may have something.
     *
     * @param full whether the response mentions those with nothing as well
     */
    synchronized Gathered gather(PartitionReader reader, int maxBytes, boolean readCommitted, boolean full) {
        takeNews();
        List<Part> parts = new ArrayList<>(ready.size());
        int bytes = 0;
        boolean urgent = false;
        for (FetchedPartition partition : List.copyOf(ready)) {
            PartitionData data = reader.read(partition, maxBytes - bytes, bytes == 0, readCommitted);
            if (full || partition.isNews(data)) {
                parts.add(new Part(partition, data));
                bytes += data.records().sizeInBytes();
                urgent |= data.errorCode() != 0 || data.divergingEpoch().epoch() >= 0;
            } else if (!partition.hasMore(data)) {
                ready.remove(partition);
            }
        }
        return new Gathered(parts, bytes, urgent);
    }

    /** Whether to gather now needs no file. */
    synchronized boolean isInMemory(PartitionReader reader) {
        takeNews();
        for (FetchedPartition partition : ready) {
            if (!reader.isInMemory(partition)) {
                return false;
            }
        }
        return true;
    }

    private void takeNews() {
        for (FetchedPartition changed = news.poll(); changed != null; changed = news.poll()) {
            if (partitions.containsKey(changed.key())) {
                ready.add(changed);
            }
        }
    }

    /**
     * The client is being told all of it. Who gave records queues up behind those that had some which did not fit, for their
     * turn.
     */
    synchronized void told(Gathered gathered) {
        waiting = null;
        for (Part part : gathered.parts()) {
            FetchedPartition partition = part.partition();
            partition.told(part.data());
            boolean gave = part.data().records().sizeInBytes() > 0;
            boolean more = partition.hasMore(part.data());
            if (gave || !more) {
                ready.remove(partition);
            }
            if (gave && more) {
                ready.add(partition);
            }
        }
    }

    /** No partition keeps it in mind any more. */
    synchronized void close() {
        partitions.values().forEach(FetchedPartition::unwatch);
        partitions.clear();
        ready.clear();
    }
}
