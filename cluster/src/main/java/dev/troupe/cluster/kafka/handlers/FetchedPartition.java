package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.partition.HostedPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.jspecify.annotations.Nullable;

/**
 * A partition that a fetch or a fetch session is about: what the client asked for last, what it was told last. Guarded by its
 * {@link FetchScope}, but for {@link #changed}.
 */
final class FetchedPartition implements HostedPartition.Watcher {
    private static final long NEVER_TOLD = Long.MIN_VALUE;

    /** Topic and partition as the client names them; only one of name and id is given. */
    record Key(String topic, Uuid topicId, int partition) {}

    private final Key key;
    private final FetchScope scope;
    private FetchRequestData.FetchPartition wanted;
    private @Nullable HostedPartition watched;
    private long toldHighWatermark = NEVER_TOLD;
    private long toldLogStart = NEVER_TOLD;

    FetchedPartition(Key key, FetchScope scope, FetchRequestData.FetchPartition wanted) {
        this.key = key;
        this.scope = scope;
        this.wanted = wanted;
    }

    Key key() {
        return key;
    }

    FetchRequestData.FetchPartition wanted() {
        return wanted;
    }

    void want(FetchRequestData.FetchPartition next) {
        wanted = next;
    }

    /** Has the scope told of the replica's next change, once. */
    void watch(HostedPartition replica) {
        unwatch();
        watched = replica;
        replica.watch(this);
    }

    void unwatch() {
        HostedPartition replica = watched;
        watched = null;
        if (replica != null) {
            replica.unwatch(this);
        }
    }

    /** One change is enough: until the scope has looked, further ones tell it nothing. So a session nobody uses costs nothing. */
    @Override
    public void changed(HostedPartition replica) {
        replica.unwatch(this);
        scope.news(this);
    }

    /** Whether an incremental response has to mention it. */
    boolean isNews(PartitionData data) {
        return data.errorCode() != 0
                || data.records().sizeInBytes() > 0
                || data.highWatermark() != toldHighWatermark
                || data.logStartOffset() != toldLogStart
                || data.divergingEpoch().epoch() >= 0;
    }

    /** Whether the next response may have something of it without further news: records behind that offset, or still an error. */
    boolean hasMore(PartitionData data) {
        return data.errorCode() != 0 || data.highWatermark() > wanted.fetchOffset();
    }

    /** The client is being told. */
    void told(PartitionData data) {
        boolean error = data.errorCode() != 0;
        toldHighWatermark = error ? NEVER_TOLD : data.highWatermark();
        toldLogStart = error ? NEVER_TOLD : data.logStartOffset();
    }
}
