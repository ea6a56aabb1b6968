package dev.troupe.actors.consumer;

import dev.troupe.actors.client.Brokers;
import dev.troupe.actors.client.ClientReply.ReadDone;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientRequest;
import dev.troupe.actors.client.GroupClient;
import dev.troupe.actors.client.TopicClient;
import dev.troupe.actors.consumer.ConsumerSettings.OffsetReset;
import dev.troupe.actors.consumer.Fetcher.Fetch;
import dev.troupe.actors.consumer.PollResult.PollFailed;
import dev.troupe.actors.consumer.SubscriptionState.Position;
import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.ClientBatches;
import dev.troupe.protocol.record.ClientBatches.Content;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Reads ahead for a consumer: finds where to begin, finds leaders and goes after them, and keeps one answer of each partition
 * ready in its {@link Fetcher}. Only its actor uses it.
 */
final class Reader {
    private static final Duration REST = Duration.ofMillis(100);
    private static final Duration USUAL = Duration.ofSeconds(3);
    private static final int WAIT_MS = 500;

    private final ActorContext<ConsumerCommand> actor;
    private final TimerScheduler<ConsumerCommand> timers;
    private final OffsetReset reset;
    private final TopicClient topics;
    private final GroupClient group;
    private final Fetcher fetcher = new Fetcher();
    private final List<Fetch> resting = new ArrayList<>();
    private final Set<String> described = new HashSet<>();
    private SubscriptionState state = SubscriptionState.EMPTY;
    private Metadata metadata = Metadata.EMPTY;
    private int version;
    private boolean asksCommitted;

    Reader(
            ActorContext<ConsumerCommand> actor,
            TimerScheduler<ConsumerCommand> timers,
            ConsumerSettings settings,
            TopicClient topics,
            GroupClient group) {
        this.actor = actor;
        this.timers = timers;
        this.reset = settings.reset();
        this.topics = topics;
        this.group = group;
    }

    SubscriptionState state() {
        return state;
    }

    void add(Collection<TopicPartition> added) {
        state = state.with(added, ++version);
        askCommitted();
    }

    void lose(Collection<TopicPartition> gone) {
        state = state.without(gone);
    }

    void seek(TopicPartition partition, long offset) {
        state = state.seek(partition, offset, ++version);
    }

    void pause(Collection<TopicPartition> which, boolean paused) {
        state = state.paused(which, paused);
    }

    /** The application is done with what polls have brought. */
    void done() {
        state = state.done();
    }

    /** The offsets behind all that polls have brought. */
    Map<TopicPartition, Long> delivered() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        state.partitions().forEach((partition, position) -> {
            if (position.next() >= 0) {
                offsets.put(partition, position.next());
            }
        });
        return offsets;
    }

    List<ConsumedRecord> take(int most) {
        Fetcher.Drained drained = fetcher.drain(most, state);
        state = drained.state();
        return drained.records();
    }

    private void askCommitted() {
        if (!asksCommitted && !state.unknown().isEmpty()) {
            asksCommitted = true;
            GroupRequest.FetchOffsets request = new GroupRequest.FetchOffsets();
            actor.pipeToSelf(
                    group.ask(request, USUAL),
                    (reply, failure) -> new ConsumerSignal.OffsetsFetched(
                            reply == null ? request.refused(ErrorCode.REQUEST_TIMED_OUT) : reply));
        }
    }

    /** What is committed is known, or not yet: begins there, or says why it cannot. */
    @Nullable
    PollFailed committed(FetchedOffsets reply) {
        asksCommitted = false;
        if (reply.error() != ErrorCode.NONE) {
            timers.startSingleTimer(new ConsumerSignal.Advance(), REST);
            return null;
        }
        PollFailed failure = null;
        for (TopicPartition partition : state.unknown()) {
            CommittedOffset offset = reply.offsets().get(partition);
            if (offset != null) {
                seek(partition, offset.offset());
            } else {
                failure = reset(partition, ErrorCode.RESOURCE_NOT_FOUND, "nothing is committed for " + partition);
            }
        }
        return failure;
    }

    private @Nullable PollFailed reset(TopicPartition partition, ErrorCode error, String why) {
        return switch (reset) {
            case EARLIEST -> begin(partition, ClientRequest.EARLIEST);
            case LATEST -> begin(partition, ClientRequest.LATEST);
            case NONE -> {
                begin(partition, Position.UNKNOWN);
                // Asked no more, until the application seeks.
                asksCommitted = true;
                yield new PollFailed(error, why + ": seek, or let the consumer begin at an end");
            }
        };
    }

    private @Nullable PollFailed begin(TopicPartition partition, long offset) {
        seek(partition, offset);
        return null;
    }

    /** Sends the reads that are due. */
    void advance() {
        for (Fetch fetch : fetcher.start(state)) {
            int leader = metadata.leaderOf(fetch.partition());
            Position position = state.partitions().get(fetch.partition());
            if (leader == Metadata.NOBODY || position == null) {
                rest(fetch);
                describe(fetch.partition().topic());
            } else {
                read(fetch, leader, position.next());
            }
        }
    }

    private void read(Fetch fetch, int leader, long offset) {
        actor.pipeToSelf(
                topics.read(leader, fetch.partition(), offset, WAIT_MS),
                (reply, failure) -> new ConsumerSignal.Fetched(
                        fetch, reply == null ? ReadDone.failed(ErrorCode.REQUEST_TIMED_OUT, offset) : reply));
    }

    private void rest(Fetch fetch) {
        resting.add(fetch);
        if (!timers.isTimerActive(new ConsumerSignal.Advance())) {
            timers.startSingleTimer(new ConsumerSignal.Advance(), REST);
        }
    }

    /** What rested has rested long enough. */
    void wake() {
        resting.forEach(fetcher::ended);
        resting.clear();
        askCommitted();
    }

    private void describe(String topic) {
        if (described.add(topic)) {
            actor.pipeToSelf(
                    topics.describe(topic),
                    (reply, failure) -> new ConsumerSignal.Described(
                            topic, reply == null ? new TopicDescribed(ErrorCode.REQUEST_TIMED_OUT, List.of()) : reply));
        }
    }

    void described(ConsumerSignal.Described answer) {
        described.remove(answer.topic());
        if (answer.reply().error() == ErrorCode.NONE) {
            metadata = metadata.with(answer.topic(), answer.reply().leaders());
            if (!answer.reply().leaders().contains(Metadata.NOBODY)) {
                wake();
            }
        }
    }

    /** A read has ended; says why the application must do something, where it must. */
    @Nullable
    PollFailed fetched(ConsumerSignal.Fetched fetched) {
        Fetch fetch = fetched.fetch();
        ReadDone reply = fetched.reply();
        if (!fetcher.isWanted(fetch, state)) {
            fetcher.ended(fetch);
            return null;
        }
        if (reply.error() == ErrorCode.NONE) {
            return arrived(fetch, reply);
        }
        if (reply.error() == ErrorCode.OFFSET_OUT_OF_RANGE) {
            fetcher.ended(fetch);
            return reset(
                    fetch.partition(), reply.error(), fetch.partition() + " does not have offset " + reply.offset());
        }
        rest(fetch);
        metadata = metadata.without(fetch.partition().topic());
        return Brokers.passes(reply.error())
                ? null
                : new PollFailed(reply.error(), fetch.partition() + " at offset " + reply.offset());
    }

    private @Nullable PollFailed arrived(Fetch fetch, ReadDone reply) {
        try {
            Content content = ClientBatches.read(reply.batches(), reply.offset());
            fetcher.ended(fetch);
            if (content.records().isEmpty()) {
                state = state.advanced(fetch.partition(), content.nextOffset());
            } else {
                fetcher.arrived(fetch, content);
            }
            return null;
        } catch (BadRecords bad) {
            rest(fetch);
            return new PollFailed(ErrorCode.CORRUPT_MESSAGE, fetch.partition() + ": " + bad.getMessage());
        }
    }
}
