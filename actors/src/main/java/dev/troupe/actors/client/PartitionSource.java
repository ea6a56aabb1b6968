package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.ReadDone;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientRequest.DescribeTopic;
import dev.troupe.actors.client.ClientRequest.Read;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.ClientBatches;
import dev.troupe.protocol.record.ClientBatches.Content;
import dev.troupe.protocol.record.ClientRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.stream.javadsl.Source;

/** Reads a partition from its leader, whoever that is, for as long as there is demand; one read is under way at a time. */
final class PartitionSource {
    private static final Duration AGAIN = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final int WAIT_MS = 500;
    private static final int UNKNOWN = -1;

    private final ActorSystem<?> system;
    private final Brokers brokers;
    private final TopicPartition partition;
    /** One step at a time uses it, each after the other. */
    private volatile int leader = UNKNOWN;

    private PartitionSource(ActorSystem<?> system, Brokers brokers, TopicPartition partition) {
        this.system = system;
        this.brokers = brokers;
        this.partition = partition;
    }

    static Source<ClientRecord, NotUsed> of(
            ActorSystem<?> system, Brokers brokers, TopicPartition partition, long from) {
        return Source.lazySource(() -> {
                    PartitionSource source = new PartitionSource(system, brokers, partition);
                    return Source.<Long, List<ClientRecord>>unfoldAsync(from, source::step);
                })
                .mapMaterializedValue(_ -> NotUsed.getInstance())
                .mapConcat(records -> records);
    }

    private CompletionStage<Optional<Pair<Long, List<ClientRecord>>>> step(Long offset) {
        return read(offset).thenApply(done -> {
            Content content = content(done);
            return Optional.of(Pair.create(content.nextOffset(), content.records()));
        });
    }

    private Content content(ReadDone done) {
        try {
            return ClientBatches.read(done.batches(), done.offset());
        } catch (BadRecords bad) {
            throw new TroupeException(ErrorCode.CORRUPT_MESSAGE, partition + ": " + bad.getMessage());
        }
    }

    private CompletionStage<ReadDone> read(long offset) {
        return leader == UNKNOWN
                ? findLeader().thenCompose(_ -> leader == UNKNOWN ? later(offset) : ask(offset))
                : ask(offset);
    }

    private CompletionStage<ReadDone> ask(long offset) {
        return AskPattern.<ClientRequest, ReadDone>ask(
                        brokers.broker(leader),
                        replyTo -> new Read(partition, offset, WAIT_MS, replyTo),
                        ANSWER,
                        system.scheduler())
                .exceptionally(_ -> ReadDone.failed(ErrorCode.REQUEST_TIMED_OUT, offset))
                .thenCompose(done -> {
                    if (Brokers.passes(done.error())) {
                        leader = UNKNOWN;
                        return later(offset);
                    }
                    return done.error() == ErrorCode.NONE
                            ? CompletableFuture.completedFuture(done)
                            : CompletableFuture.failedFuture(
                                    new TroupeException(done.error(), partition + " at offset " + done.offset()));
                });
    }

    private CompletionStage<ReadDone> later(long offset) {
        return Patterns.after(AGAIN, system.classicSystem(), () -> read(offset));
    }

    private CompletionStage<Integer> findLeader() {
        return AskPattern.<ClientRequest, TopicDescribed>ask(
                        brokers.any(),
                        replyTo -> new DescribeTopic(partition.topic(), replyTo),
                        ANSWER,
                        system.scheduler())
                .exceptionally(_ -> new TopicDescribed(ErrorCode.REQUEST_TIMED_OUT, List.of()))
                .thenApply(described -> leader = leaderIn(described));
    }

    private int leaderIn(TopicDescribed described) {
        boolean exists = partition.partition() < described.leaders().size();
        if (!exists && !Brokers.passes(described.error())) {
            throw new TroupeException(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "there is no partition " + partition);
        }
        return exists ? described.leaders().get(partition.partition()) : UNKNOWN;
    }
}
