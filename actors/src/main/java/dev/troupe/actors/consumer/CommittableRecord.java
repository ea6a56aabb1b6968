package dev.troupe.actors.consumer;

import dev.troupe.protocol.TopicPartition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Source;

/**
 * A record of a stream that its application commits.
 *
 * @param record what was read
 * @param consumer the member that has read it
 */
public record CommittableRecord(ConsumedRecord record, TroupeConsumer consumer) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** This record and all before it in its partition are done with. */
    public CompletionStage<Map<TopicPartition, Long>> commit() {
        return consumer.commit(offsets(List.of(this)));
    }

    /**
     * Commits what flows in, many records at once, and passes on what is committed.
     *
     * @param most how many records at once
     * @param within how long a record waits for others at most
     */
    public static Flow<CommittableRecord, Map<TopicPartition, Long>, NotUsed> committing(int most, Duration within) {
        return Flow.<CommittableRecord>create()
                .groupedWithin(most, within)
                .mapAsync(1, batch -> batch.getFirst().consumer().commit(offsets(batch)));
    }

    private static Map<TopicPartition, Long> offsets(List<CommittableRecord> batch) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        batch.forEach(
                each -> offsets.merge(each.record().partition(), each.record().offset() + 1, Math::max));
        return offsets;
    }

    /**
     * Starts a consumer with the stream, and polls as records are demanded. The consumer is closed a little after the stream has
     * ended, as what has flowed out of it may still be on its way to be committed.
     */
    public static Source<CommittableRecord, NotUsed> source(
            ActorSystem<?> system, Supplier<TroupeConsumer> start, Consumer<TroupeConsumer> subscribe) {
        return Source.<List<CommittableRecord>, TroupeConsumer>unfoldResourceAsync(
                        () -> {
                            TroupeConsumer consumer = start.get();
                            subscribe.accept(consumer);
                            return CompletableFuture.completedFuture(consumer);
                        },
                        consumer -> consumer.poll(PATIENCE)
                                .thenApply(records -> Optional.of(records.stream()
                                        .map(record -> new CommittableRecord(record, consumer))
                                        .toList())),
                        consumer -> Patterns.after(GRACE, system.classicSystem(), consumer::close))
                .mapConcat(records -> records);
    }
}
