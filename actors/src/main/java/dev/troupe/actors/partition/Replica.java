package dev.troupe.actors.partition;

import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.persistence.log.PartitionLog;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;
import java.util.Map;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/** What a replica keeps through all its roles: its log, its configs, what readers see of it. Used by its actor only. */
final class Replica {
    private final ActorContext<PartitionCommand> actor;
    private final TimerScheduler<PartitionCommand> timers;
    private final PartitionContext node;
    private final HostedPartition hosted;
    private ReplicaConfigs configs;
    private @Nullable PartitionLog log;

    Replica(
            ActorContext<PartitionCommand> actor,
            TimerScheduler<PartitionCommand> timers,
            PartitionContext node,
            HostedPartition hosted,
            ReplicaConfigs configs) {
        this.actor = actor;
        this.timers = timers;
        this.node = node;
        this.hosted = hosted;
        this.configs = configs;
    }

    ActorContext<PartitionCommand> actor() {
        return actor;
    }

    TimerScheduler<PartitionCommand> timers() {
        return timers;
    }

    PartitionContext node() {
        return node;
    }

    TopicPartition partition() {
        return hosted.partition();
    }

    TopicId topicId() {
        return hosted.topicId();
    }

    int minInsyncReplicas() {
        return configs.minInsyncReplicas();
    }

    long now() {
        return node.nanoTime().getAsLong();
    }

    void configure(Map<String, String> effective) {
        configs = ReplicaConfigs.of(effective);
        if (log != null) {
            log.configure(configs.log());
        }
    }

    /** The log, opened if it was not. */
    PartitionLog open() throws IOException {
        PartitionLog open = log;
        if (open == null) {
            open = node.logs().open(partition(), topicId(), configs.log());
            log = open;
        }
        return open;
    }

    @Nullable
    PartitionLog log() {
        return log;
    }

    void close() throws IOException {
        PartitionLog open = log;
        log = null;
        if (open != null) {
            open.close();
        }
    }

    /** Removes the log's files, of a log that could not be opened before as well. */
    void delete() throws IOException {
        PartitionLog open = log;
        log = null;
        if (open == null) {
            node.logs().deleteClosed(partition(), topicId());
        } else {
            node.logs().delete(open);
        }
    }

    /** Shows readers the replica as it is now. */
    void publish(Role role, PartitionInfo info, long epochStartOffset, @Nullable String reason) {
        hosted.publish(new PartitionView(role, info, epochStartOffset, log == null ? null : log.view(), reason));
    }

    /** Why it is offline, null where it is not. */
    @Nullable
    String reason() {
        return hosted.view().reason();
    }
}
