package dev.troupe.actors.keeper;

import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.PartitionCommand.Maintain;
import dev.troupe.persistence.log.IoRate;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.PartitionLog;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Compacts a node's logs, one after the other, the dirtiest first (BEHAVIOUR L10). A compaction may take long, so it has an actor
 * of its own; a log that fails shows it in its status and is left alone for a while, longer with each failure.
 */
final class LogCleaner {
    private final ActorContext<Command> actor;
    private final LogDirectory logs;
    private final HostedPartitions replicas;
    private final long dedupeBytes;
    private final IoRate rate;

    private LogCleaner(
            ActorContext<Command> actor, LogDirectory logs, HostedPartitions replicas, LogKeeperSettings settings) {
        this.actor = actor;
        this.logs = logs;
        this.replicas = replicas;
        this.dedupeBytes = settings.dedupeBytes();
        this.rate = new CleanerRate(settings.cleanerBytesPerSecond(), System::nanoTime, LockSupport::parkNanos);
    }

    /** What it is told, by its timer. */
    sealed interface Command {}

    private record Clean() implements Command {}

    static Behavior<Command> create(LogDirectory logs, HostedPartitions replicas, LogKeeperSettings settings) {
        return Behaviors.setup(actor -> Behaviors.withTimers(timers -> {
            LogCleaner cleaner = new LogCleaner(actor, logs, replicas, settings);
            timers.startTimerWithFixedDelay(new Clean(), settings.cleanInterval());
            return Behaviors.receive(Command.class)
                    .onMessage(Clean.class, clean -> cleaner.clean())
                    .build();
        }));
    }

    private Behavior<Command> clean() {
        for (PartitionLog log : dirtiestFirst()) {
            try {
                log.compactor().run(dedupeBytes, rate);
                takeOver(log);
            } catch (IOException e) {
                actor.getLog().error("Compacting {} failed and will be tried again: {}", log.partition(), e.toString());
            }
        }
        return Behaviors.same();
    }

    private List<PartitionLog> dirtiestFirst() {
        record Candidate(PartitionLog log, double urgency) {}
        return logs.logs().stream()
                .filter(log -> log.config().compaction().compact())
                .map(this::flushed)
                .map(log -> new Candidate(log, log.compactor().urgency()))
                .filter(candidate -> candidate.urgency() > 0)
                .sorted(Comparator.comparingDouble(Candidate::urgency).reversed())
                .map(Candidate::log)
                .toList();
    }

    /** Only what is on disk is compacted, lest a crash loses both the old and the new. */
    private PartitionLog flushed(PartitionLog log) {
        try {
            log.flushSealed();
        } catch (IOException e) {
            actor.getLog().error("Forcing {} to disk failed: {}", log.partition(), e.toString());
        }
        return log;
    }

    private void takeOver(PartitionLog log) {
        replicas.get(log.partition()).ifPresent(replica -> replica.actor().tell(new Maintain(() -> {})));
    }
}
