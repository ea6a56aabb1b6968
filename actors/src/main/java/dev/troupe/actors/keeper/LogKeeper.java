package dev.troupe.actors.keeper;

import dev.troupe.actors.keeper.LogKeeperCommand.CheckRetention;
import dev.troupe.actors.keeper.LogKeeperCommand.Checkpoint;
import dev.troupe.actors.keeper.LogKeeperCommand.FlushDue;
import dev.troupe.actors.keeper.LogKeeperCommand.Maintained;
import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.PartitionCommand.Maintain;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.PartitionLog;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BiPredicate;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Looks after a node's logs: retention, forcing to disk, checkpoint files (BEHAVIOUR L9), and compaction by a
 * {@link LogCleaner}. One for a node, to be spawned on the log dispatcher. What changes a log is asked of its replica, a few at
 * a time, so that clients hardly notice; the rest it does itself, and a log that fails is told of and tried again, never the
 * end of the others.
 */
public final class LogKeeper {
    /** What {@code flush.ms} is rounded up to. */
    private static final Duration FLUSH_INTERVAL = Duration.ofSeconds(1);

    private final ActorContext<LogKeeperCommand> actor;
    private final LogDirectory logs;
    private final HostedPartitions replicas;
    private final LogKeeperSettings settings;
    private final BiPredicate<TopicPartition, TopicId> belongs;
    private final Queue<HostedPartition> waiting = new ArrayDeque<>();
    private int busy;
    private int round;

    private LogKeeper(
            ActorContext<LogKeeperCommand> actor,
            LogDirectory logs,
            HostedPartitions replicas,
            LogKeeperSettings settings,
            BiPredicate<TopicPartition, TopicId> belongs) {
        this.actor = actor;
        this.logs = logs;
        this.replicas = replicas;
        this.settings = settings;
        this.belongs = belongs;
    }

    /**
     * The keeper of these logs, written to by these replicas.
     *
     * @param belongs whether a partition of that topic belongs on this node, as far as is known
     */
    public static Behavior<LogKeeperCommand> create(
            LogDirectory logs,
            HostedPartitions replicas,
            LogKeeperSettings settings,
            BiPredicate<TopicPartition, TopicId> belongs) {
        return Behaviors.setup(actor -> Behaviors.withTimers(timers -> {
            LogKeeper keeper = new LogKeeper(actor, logs, replicas, settings, belongs);
            keeper.schedule(timers);
            actor.spawn(LogCleaner.create(logs, replicas, settings), "cleaner", DispatcherSelector.sameAsParent());
            return Behaviors.receive(LogKeeperCommand.class)
                    .onMessage(LogKeeperCommand.class, keeper::on)
                    .build();
        }));
    }

    private void schedule(TimerScheduler<LogKeeperCommand> timers) {
        timers.startTimerWithFixedDelay(new CheckRetention(), settings.retentionInterval());
        timers.startTimerWithFixedDelay(new Checkpoint(), settings.checkpointInterval());
        timers.startTimerWithFixedDelay(new FlushDue(), FLUSH_INTERVAL);
    }

    private Behavior<LogKeeperCommand> on(LogKeeperCommand command) {
        switch (command) {
            case CheckRetention ignored -> checkRetention();
            case Checkpoint ignored -> checkpoint();
            case FlushDue ignored -> flushDue();
            case Maintained done -> {
                if (done.round() == round) {
                    busy--;
                    maintainNext();
                }
            }
        }
        return Behaviors.same();
    }

    private void checkRetention() {
        // A replica that stopped never answers; so each round counts anew.
        round++;
        busy = 0;
        waiting.clear();
        waiting.addAll(replicas.all());
        maintainNext();
        trying("removing deleted files", logs::removeDeleted);
        trying("looking for stray folders", this::setStraysAside);
    }

    private void setStraysAside() throws IOException {
        logs.setStraysAside(belongs)
                .forEach(folder -> actor.getLog()
                        .warn(
                                "{} is of a partition that is not this node's any more: renamed, to be deleted by hand",
                                folder));
    }

    private void maintainNext() {
        while (busy < settings.atOnce() && !waiting.isEmpty()) {
            maintain(waiting.remove());
        }
    }

    private void maintain(HostedPartition replica) {
        busy++;
        int now = round;
        ActorRef<LogKeeperCommand> self = actor.getSelf();
        replica.actor().tell(new Maintain(() -> self.tell(new Maintained(now))));
    }

    private void checkpoint() {
        for (PartitionLog log : logs.logs()) {
            trying("forcing " + log.partition() + " to disk", log::flushSealed);
        }
        trying("writing checkpoints", logs::checkpoint);
        trying("removing deleted files", logs::removeDeleted);
    }

    private void flushDue() {
        for (PartitionLog log : logs.logs()) {
            if (log.isFlushDue()) {
                replicas.get(log.partition())
                        .ifPresent(replica -> replica.actor().tell(new Maintain(() -> {})));
            }
        }
    }

    private void trying(String what, Work work) {
        try {
            work.run();
        } catch (IOException e) {
            actor.getLog().error("{} failed and will be tried again: {}", what, e.toString());
        }
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }
}
