package dev.troupe.actors.partition;

import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** One replica on this node: its actor, the view that the actor publishes for readers, and who watches that view. */
public final class HostedPartition {
    private final TopicPartition partition;
    private final TopicId topicId;
    private volatile @Nullable ActorRef<PartitionCommand> actor;
    private volatile PartitionView view;
    // Made when the first one comes: most partitions of a node are idle.
    private volatile @Nullable Set<Watcher> watchers;

    HostedPartition(TopicPartition partition, TopicId topicId, PartitionInfo info) {
        this.partition = partition;
        this.topicId = topicId;
        this.view = new PartitionView(Role.OFFLINE, info, -1, null, null);
    }

    /** The actor, spawned after this was made and before anybody else sees it. */
    HostedPartition attach(ActorRef<PartitionCommand> spawned) {
        actor = spawned;
        return this;
    }

    public TopicPartition partition() {
        return partition;
    }

    public TopicId topicId() {
        return topicId;
    }

    public ActorRef<PartitionCommand> actor() {
        return Objects.requireNonNull(actor);
    }

    /** What readers see now. */
    public PartitionView view() {
        return view;
    }

    /**
     * Tells {@code watcher} of every view published from now on, until {@link #unwatch}. Who needs a certain view looks at
     * {@link #view()} after this call, lest one published in between is missed.
     */
    public void watch(Watcher watcher) {
        Set<Watcher> all = watchers;
        if (all == null) {
            all = firstWatchers();
        }
        all.add(watcher);
    }

    private synchronized Set<Watcher> firstWatchers() {
        Set<Watcher> all = watchers;
        if (all == null) {
            all = ConcurrentHashMap.newKeySet(2);
            watchers = all;
        }
        return all;
    }

    public void unwatch(Watcher watcher) {
        Set<Watcher> all = watchers;
        if (all != null) {
            all.remove(watcher);
        }
    }

    /** The next view; only the partition's actor calls it. */
    void publish(PartitionView next) {
        view = next;
        Set<Watcher> all = watchers;
        if (all != null) {
            for (Watcher watcher : all) {
                watcher.changed(this);
            }
        }
    }

    /** Hears of new views on the partition's thread; must not block. */
    @FunctionalInterface
    public interface Watcher {
        void changed(HostedPartition partition);
    }
}
