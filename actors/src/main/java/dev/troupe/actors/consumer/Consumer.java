package dev.troupe.actors.consumer;

import dev.troupe.actors.client.Brokers;
import dev.troupe.actors.client.GroupClient;
import dev.troupe.actors.client.TopicClient;
import dev.troupe.actors.consumer.ConsumerCommand.Assign;
import dev.troupe.actors.consumer.ConsumerCommand.Close;
import dev.troupe.actors.consumer.ConsumerCommand.Commit;
import dev.troupe.actors.consumer.ConsumerCommand.Describe;
import dev.troupe.actors.consumer.ConsumerCommand.Pause;
import dev.troupe.actors.consumer.ConsumerCommand.Poll;
import dev.troupe.actors.consumer.ConsumerCommand.Resume;
import dev.troupe.actors.consumer.ConsumerCommand.Seek;
import dev.troupe.actors.consumer.ConsumerCommand.Subscribe;
import dev.troupe.actors.consumer.ConsumerCommand.SubscribePattern;
import dev.troupe.actors.consumer.PollResult.PollFailed;
import dev.troupe.actors.consumer.PollResult.Polled;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * The consumer that an application talks to (BEHAVIOUR A2). It answers one poll at a time from what its {@link Reader} has read
 * ahead; partitions come and go by what its {@link ConsumerCoordinator} tells, through {@link Rebalancing}.
 */
public final class Consumer {
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final ActorContext<ConsumerCommand> actor;
    private final TimerScheduler<ConsumerCommand> timers;
    private final ConsumerSettings settings;
    private final LongSupplier nanoTime;
    private final ActorRef<CoordinatorMessage> coordinator;
    private final Reader reader;
    private final Rebalancing rebalancing;
    private final TopicWish wish;
    private @Nullable Poll poll;
    private @Nullable PollFailed failure;
    private @Nullable ActorRef<Done> closing;
    private long committedAt;

    private Consumer(
            ActorContext<ConsumerCommand> actor,
            TimerScheduler<ConsumerCommand> timers,
            Brokers brokers,
            ConsumerSettings settings,
            LongSupplier nanoTime) {
        this.actor = actor;
        this.timers = timers;
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.committedAt = nanoTime.getAsLong();
        TopicClient topics = new TopicClient(actor.getSystem(), brokers);
        GroupClient group = new GroupClient(actor.getSystem(), brokers, settings.groupId());
        this.coordinator = actor.spawn(
                ConsumerCoordinator.create(new ConsumerCoordinator.Parts(
                        settings,
                        actor.getSystem().address().host().getOrElse(() -> "local"),
                        group,
                        topics,
                        actor.getSelf(),
                        nanoTime)),
                "coordinator");
        this.reader = new Reader(actor, timers, settings, topics, group);
        this.rebalancing = new Rebalancing(actor, settings, coordinator, reader);
        this.wish = new TopicWish(actor, topics, coordinator);
    }

    /**
     * A consumer.
     *
     * @param nanoTime monotonic time
     */
    public static Behavior<ConsumerCommand> create(Brokers brokers, ConsumerSettings settings, LongSupplier nanoTime) {
        return Behaviors.setup(actor -> Behaviors.withTimers(timers -> {
            Consumer consumer = new Consumer(actor, timers, brokers, settings, nanoTime);
            return Behaviors.receiveMessage(consumer::on);
        }));
    }

    private Behavior<ConsumerCommand> on(ConsumerCommand command) {
        switch (command) {
            case Subscribe subscribe -> {
                rebalancing.listener(subscribe.listener());
                wish.topics(subscribe.topics());
            }
            case SubscribePattern subscribe -> {
                rebalancing.listener(subscribe.listener());
                wish.matching(subscribe.pattern());
                refresh();
            }
            case Assign assign -> assign(assign);
            case Poll next -> poll(next);
            case Commit commit -> commit(commit);
            case Seek seek -> reader.seek(seek.partition(), seek.offset());
            case Pause pause -> reader.pause(pause.partitions(), true);
            case Resume resume -> reader.pause(resume.partitions(), false);
            case Describe describe -> describe.replyTo().tell(reader.state());
            case Close close -> close(close);
            case ConsumerSignal signal -> {
                return on(signal);
            }
        }
        deliver();
        return Behaviors.same();
    }

    private Behavior<ConsumerCommand> on(ConsumerSignal signal) {
        switch (signal) {
            case ConsumerSignal.Fetched fetched -> fail(reader.fetched(fetched));
            case ConsumerSignal.Described described -> reader.described(described);
            case ConsumerSignal.Listed listed -> wish.listed(listed);
            case ConsumerSignal.OffsetsFetched fetched -> fail(reader.committed(fetched.reply()));
            case ConsumerSignal.Assigned assigned -> rebalancing.assigned(assigned);
            case ConsumerSignal.Revoke revoke -> rebalancing.revoke(revoke, poll != null);
            case ConsumerSignal.Settled settled -> rebalancing.settled(settled.revoke());
            case ConsumerSignal.Released released -> rebalancing.released(released.revoke());
            case ConsumerSignal.Lost lost -> rebalancing.lost(lost);
            case ConsumerSignal.Failed failed -> fail(new PollFailed(failed.error(), "the group refuses this member"));
            case ConsumerSignal.Refresh _ -> refresh();
            case ConsumerSignal.Advance _ -> reader.wake();
            case ConsumerSignal.PollOver _ -> answer(new Polled(List.of()));
            case ConsumerSignal.Stuck _ -> stuck();
            case ConsumerSignal.Farewell _ -> leave();
            case ConsumerSignal.Gone _ -> {
                if (closing != null) {
                    closing.tell(Done.getInstance());
                }
                return Behaviors.stopped();
            }
        }
        deliver();
        return Behaviors.same();
    }

    private void refresh() {
        wish.refresh();
        timers.startSingleTimer(new ConsumerSignal.Refresh(), settings.metadataAge());
    }

    private void assign(Assign assign) {
        wish.clear();
        reader.lose(reader.state().partitions().keySet());
        reader.add(assign.partitions());
    }

    private void poll(Poll next) {
        if (poll != null) {
            next.replyTo().tell(new PollFailed(ErrorCode.INVALID_REQUEST, "another poll waits already"));
            return;
        }
        poll = next;
        timers.cancel(new ConsumerSignal.Stuck());
        timers.startSingleTimer(new ConsumerSignal.PollOver(), next.patience());
        reader.done();
        wish.rejoin();
        if (!settings.autoCommit().isZero()
                && nanoTime.getAsLong() - committedAt >= settings.autoCommit().toNanos()) {
            committedAt = nanoTime.getAsLong();
            commitDone(false, actor.getSystem().ignoreRef());
        }
        rebalancing.polled();
    }

    private void deliver() {
        reader.advance();
        if (poll == null) {
            return;
        }
        if (failure != null) {
            answer(failure);
            failure = null;
        } else if (!rebalancing.isReleasing()) {
            Polled polled = new Polled(reader.take(settings.maxPollRecords()));
            if (!polled.records().isEmpty()) {
                answer(polled);
            }
        }
        reader.advance();
    }

    private void answer(PollResult result) {
        if (poll != null) {
            poll.replyTo().tell(result);
            poll = null;
            timers.cancel(new ConsumerSignal.PollOver());
            timers.startSingleTimer(new ConsumerSignal.Stuck(), settings.maxPollInterval());
        }
    }

    private void fail(@Nullable PollFailed failed) {
        if (failed != null) {
            failure = failed;
        }
    }

    /** Others shall have what this application does not get on with; its next poll joins again. */
    private void stuck() {
        actor.getLog()
                .warn(
                        "Consumer {} of group {} has not polled for {}: it leaves, and joins again with its next poll",
                        settings.clientId(),
                        settings.groupId(),
                        settings.maxPollInterval());
        rebalancing.forget();
        wish.leave("the application has not polled for " + settings.maxPollInterval());
    }

    private void commit(Commit commit) {
        if (commit.offsets().isEmpty()) {
            // Whoever says so is done with all that it was given.
            Map<TopicPartition, Long> all = reader.delivered();
            coordinator.tell(new CoordinatorMessage.Commit(all, commit.untilDone(), commit.replyTo()));
        } else {
            coordinator.tell(new CoordinatorMessage.Commit(commit.offsets(), commit.untilDone(), commit.replyTo()));
        }
    }

    private void commitDone(boolean untilDone, ActorRef<CommitResult> replyTo) {
        Map<TopicPartition, Long> offsets =
                reader.state().committable(reader.state().partitions().keySet());
        if (!offsets.isEmpty()) {
            coordinator.tell(new CoordinatorMessage.Commit(offsets, untilDone, replyTo));
        }
    }

    private void close(Close close) {
        closing = close.replyTo();
        rebalancing.listener(null);
        answer(new Polled(List.of()));
        reader.done();
        if (settings.autoCommit().isZero()) {
            actor.getSelf().tell(new ConsumerSignal.Farewell());
        } else {
            actor.ask(
                    CommitResult.class,
                    coordinator,
                    FAREWELL,
                    replyTo -> new CoordinatorMessage.Commit(reader.delivered(), true, replyTo),
                    (result, failed) -> new ConsumerSignal.Farewell());
        }
    }

    private void leave() {
        actor.ask(
                Done.class,
                coordinator,
                FAREWELL,
                CoordinatorMessage.Stop::new,
                (done, failed) -> new ConsumerSignal.Gone());
    }
}
