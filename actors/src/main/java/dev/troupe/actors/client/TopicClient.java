package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.OffsetFound;
import dev.troupe.actors.client.ClientReply.ReadDone;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientReply.TopicsListed;
import dev.troupe.actors.client.ClientRequest.DescribeTopic;
import dev.troupe.actors.client.ClientRequest.FindOffset;
import dev.troupe.actors.client.ClientRequest.ListTopics;
import dev.troupe.actors.client.ClientRequest.Read;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/**
 * Questions about topics and records to single brokers. A broker that does not answer in time has answered
 * {@link ErrorCode#REQUEST_TIMED_OUT}: the stages never fail.
 */
public final class TopicClient {
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final long NO_OFFSET = -1;

    private final ActorSystem<?> system;
    private final Brokers brokers;

    /** A client for that system's cluster. */
    public TopicClient(ActorSystem<?> system, Brokers brokers) {
        this.system = system;
        this.brokers = brokers;
    }

    /** Who leads a topic's partitions? */
    public CompletionStage<TopicDescribed> describe(String topic) {
        return AskPattern.<ClientRequest, TopicDescribed>ask(
                        brokers.any(), replyTo -> new DescribeTopic(topic, replyTo), ANSWER, system.scheduler())
                .exceptionally(_ -> new TopicDescribed(ErrorCode.REQUEST_TIMED_OUT, List.of()));
    }

    /** Which topics are there? */
    public CompletionStage<TopicsListed> list() {
        return AskPattern.<ClientRequest, TopicsListed>ask(brokers.any(), ListTopics::new, ANSWER, system.scheduler())
                .exceptionally(_ -> new TopicsListed(ErrorCode.REQUEST_TIMED_OUT, List.of()));
    }

    /** Reads a partition at that broker, as {@link Read} says. */
    public CompletionStage<ReadDone> read(int broker, TopicPartition partition, long offset, int waitMs) {
        return AskPattern.<ClientRequest, ReadDone>ask(
                        brokers.broker(broker),
                        replyTo -> new Read(partition, offset, waitMs, replyTo),
                        ANSWER.plusMillis(waitMs),
                        system.scheduler())
                .exceptionally(_ -> ReadDone.failed(ErrorCode.REQUEST_TIMED_OUT, offset));
    }

    /** Looks for the first record of that time or later at that broker. */
    CompletionStage<OffsetFound> find(int broker, TopicPartition partition, long timestampMs) {
        return AskPattern.<ClientRequest, OffsetFound>ask(
                        brokers.broker(broker),
                        replyTo -> new FindOffset(partition, timestampMs, replyTo),
                        ANSWER,
                        system.scheduler())
                .exceptionally(_ -> new OffsetFound(ErrorCode.REQUEST_TIMED_OUT, NO_OFFSET));
    }
}
