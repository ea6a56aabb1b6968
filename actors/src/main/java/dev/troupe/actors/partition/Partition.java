package dev.troupe.actors.partition;

import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionCommand.Configure;
import dev.troupe.actors.partition.PartitionCommand.DeleteRecords;
import dev.troupe.actors.partition.PartitionCommand.DescribeProducers;
import dev.troupe.actors.partition.PartitionCommand.Follow;
import dev.troupe.actors.partition.PartitionCommand.Lead;
import dev.troupe.actors.partition.PartitionCommand.Maintain;
import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.actors.partition.PartitionCommand.Stop;
import dev.troupe.actors.partition.PartitionSignal.Terminate;
import dev.troupe.persistence.log.PartitionLog;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * The actor of one hosted replica: the only writer of its log. It is a {@link Leader}, a {@link Follower} or {@link Offline}.
 * To be spawned on the log dispatcher, as it does file I/O. Idle, it has no timer as a leader and one slow one as a follower.
 *
 * <p>A log that fails takes its replica offline with the reason, never the node (L8); the next {@link Lead} or {@link Follow}
 * tries again.
 */
public final class Partition {
    private static final DispatcherSelector LOG_DISPATCHER = DispatcherSelector.fromConfig("troupe.log-dispatcher");
    // By then whoever found the actor in the directory before it was told to stop has sent what it was about to.
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Replica replica;
    private ReplicaRole role;

    private Partition(Replica replica) {
        this.replica = replica;
        this.role = Offline.idle(replica);
    }

    /**
     * Spawns a replica that waits to be told its role, on the log dispatcher. The caller shows it to readers, and takes it out
     * of their sight before telling it to stop.
     *
     * @param broker the context to spawn in, used before this returns only
     * @param info who leads it now
     * @param configs all of the topic's configs in force, defaults included
     */
    public static HostedPartition host(
            ActorContext<?> broker,
            PartitionContext node,
            TopicPartition partition,
            TopicId topicId,
            PartitionInfo info,
            Map<String, String> configs) {
        HostedPartition hosted = new HostedPartition(partition, topicId, info);
        // One that stops lives on for a while, so the name must tell it from the next.
        String name = partition + "~" + Long.toHexString(node.nanoTime().getAsLong());
        return hosted.attach(broker.spawn(create(node, hosted, configs), name, LOG_DISPATCHER));
    }

    static Behavior<PartitionCommand> create(
            PartitionContext node, HostedPartition hosted, Map<String, String> configs) {
        // The behavior outlives its start: it must not hold the map, a quarter of what an idle partition costs.
        ReplicaConfigs own = ReplicaConfigs.of(configs);
        return Behaviors.setup(actor -> Behaviors.withTimers(timers -> {
            Partition self = new Partition(new Replica(actor, timers, node, hosted, own));
            return Behaviors.receive(PartitionCommand.class)
                    .onMessage(PartitionCommand.class, self::on)
                    .onSignal(PostStop.class, signal -> self.stopped())
                    .build();
        }));
    }

    private Behavior<PartitionCommand> on(PartitionCommand command) {
        try {
            return handle(command);
        } catch (IOException | RuntimeException e) {
            offline(role.info(), e);
            return Behaviors.same();
        }
    }

    private Behavior<PartitionCommand> handle(PartitionCommand command) throws IOException {
        switch (command) {
            case Append append -> role.append(append);
            case ReplicaMessage message -> role.replica(message);
            case Lead lead -> reply(lead.replyTo(), lead(lead.info()));
            case Follow follow -> reply(follow.replyTo(), follow(follow.info()));
            case Stop stop -> reply(stop.replyTo(), stop(stop.delete()));
            case Configure configure -> replica.configure(configure.configs());
            case DeleteRecords delete -> role.deleteRecords(delete);
            case Maintain maintain -> maintain(maintain);
            case DescribeProducers describe -> {
                PartitionLog log = replica.log();
                describe.replyTo().accept(log == null ? List.of() : log.activeProducers());
            }
            case Terminate ignored -> {
                return Behaviors.stopped();
            }
            case PartitionSignal signal -> role.signal(signal);
        }
        return Behaviors.same();
    }

    private ErrorCode lead(PartitionInfo info) {
        if (isStale(info)) {
            return ErrorCode.FENCED_LEADER_EPOCH;
        }
        try {
            if (role instanceof Leader leader && leader.info().leaderEpoch() == info.leaderEpoch()) {
                leader.informed(info);
            } else {
                become(new Leader(replica, info));
            }
            return ErrorCode.NONE;
        } catch (IOException | RuntimeException e) {
            return offline(info, e);
        }
    }

    private ErrorCode follow(PartitionInfo info) {
        if (isStale(info)) {
            return ErrorCode.FENCED_LEADER_EPOCH;
        }
        try {
            if (role instanceof Follower follower && follower.info().leaderEpoch() == info.leaderEpoch()) {
                follower.informed(info);
            } else {
                Follower follower = new Follower(replica, info);
                become(follower);
                follower.fetch();
            }
            return ErrorCode.NONE;
        } catch (IOException | RuntimeException e) {
            return offline(info, e);
        }
    }

    private boolean isStale(PartitionInfo info) {
        return info.leaderEpoch() < role.info().leaderEpoch()
                || info.partitionEpoch() < role.info().partitionEpoch();
    }

    private void become(ReplicaRole next) {
        role.end(ErrorCode.NOT_LEADER_OR_FOLLOWER, replica.partition() + " changes its leader");
        role = next;
        role.publish();
    }

    /** A failed log is closed, so that the next attempt begins with what is on disk. */
    private ErrorCode offline(PartitionInfo info, Exception cause) {
        String reason = cause instanceof IOException ? cause.toString() : "broken invariant: " + cause;
        try {
            replica.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        become(Offline.failed(replica, info, reason));
        if (cause instanceof IOException) {
            replica.actor().getLog().error("{} is offline: {}", replica.partition(), reason);
        } else {
            replica.actor().getLog().error("{} is offline: {}", replica.partition(), reason, cause);
        }
        return ErrorCode.KAFKA_STORAGE_ERROR;
    }

    private ErrorCode stop(boolean delete) {
        become(Offline.idle(replica));
        replica.timers().startSingleTimer(new Terminate(), GRACE);
        try {
            if (delete) {
                replica.delete();
            } else {
                replica.close();
            }
            role.publish();
            return ErrorCode.NONE;
        } catch (IOException e) {
            replica.actor().getLog().error("{} did not stop cleanly: {}", replica.partition(), e.toString());
            return ErrorCode.KAFKA_STORAGE_ERROR;
        }
    }

    private void maintain(Maintain maintain) throws IOException {
        try {
            PartitionLog log = replica.log();
            if (log != null) {
                log.maintain();
                role.publish();
            }
        } finally {
            maintain.done().run();
        }
    }

    private void reply(ActorRef<PartitionReply> to, ErrorCode error) {
        String reason = error == ErrorCode.NONE ? null : replica.reason();
        to.tell(new PartitionReply(replica.partition(), error, reason));
    }

    private Behavior<PartitionCommand> stopped() {
        role.end(ErrorCode.NOT_LEADER_OR_FOLLOWER, "the node stops");
        try {
            replica.close();
        } catch (IOException e) {
            replica.actor().getLog().error("{} did not close cleanly: {}", replica.partition(), e.toString());
        }
        return Behaviors.same();
    }
}
