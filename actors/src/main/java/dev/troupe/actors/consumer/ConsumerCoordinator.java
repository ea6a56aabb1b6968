package dev.troupe.actors.consumer;

import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.GroupClient;
import dev.troupe.actors.client.TopicClient;
import dev.troupe.actors.consumer.CoordinatorMessage.Commit;
import dev.troupe.actors.consumer.CoordinatorMessage.CommitAgain;
import dev.troupe.actors.consumer.CoordinatorMessage.CommitAnswered;
import dev.troupe.actors.consumer.CoordinatorMessage.Member;
import dev.troupe.actors.consumer.CoordinatorMessage.NotCounted;
import dev.troupe.actors.consumer.CoordinatorMessage.Stop;
import dev.troupe.actors.consumer.MemberInput.BeatDue;
import dev.troupe.actors.consumer.MemberInput.CountDue;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.protocol.ErrorCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Keeps a consumer a member of its group: heartbeats on its own schedule however busy the application is, rebalances, commits.
 * {@link MemberLogic} decides, this carries it out.
 */
final class ConsumerCoordinator {
    private static final Duration AGAIN = Duration.ofMillis(200);
    /** How long a group may take for what needs no rebalance. */
    private static final Duration USUAL = Duration.ofSeconds(3);

    private final ActorContext<CoordinatorMessage> actor;
    private final TimerScheduler<CoordinatorMessage> timers;
    private final ConsumerSettings settings;
    private final MemberLogic logic;
    private final GroupClient group;
    private final TopicClient topics;
    private final ActorRef<ConsumerCommand> consumer;
    private final Commits commits;
    private MemberState state = MemberState.NEW;

    private ConsumerCoordinator(
            ActorContext<CoordinatorMessage> actor, TimerScheduler<CoordinatorMessage> timers, Parts parts) {
        this.actor = actor;
        this.timers = timers;
        this.settings = parts.settings();
        this.logic = new MemberLogic(settings, parts.host());
        this.group = parts.group();
        this.topics = parts.topics();
        this.consumer = parts.consumer();
        this.commits = new Commits(settings.instanceId(), parts.nanoTime(), settings.maxPollInterval());
        timers.startTimerWithFixedDelay(new Member(new BeatDue()), settings.heartbeatInterval());
        timers.startTimerWithFixedDelay(new Member(new CountDue()), settings.metadataAge());
    }

    /**
     * What it works with.
     *
     * @param host how this node is called where groups are described
     * @param consumer hears of partitions that come and go
     * @param nanoTime monotonic time
     */
    record Parts(
            ConsumerSettings settings,
            String host,
            GroupClient group,
            TopicClient topics,
            ActorRef<ConsumerCommand> consumer,
            LongSupplier nanoTime) {}

    static Behavior<CoordinatorMessage> create(Parts parts) {
        return Behaviors.setup(actor -> Behaviors.withTimers(timers -> {
            ConsumerCoordinator self = new ConsumerCoordinator(actor, timers, parts);
            return Behaviors.receiveMessage(self::on);
        }));
    }

    private Behavior<CoordinatorMessage> on(CoordinatorMessage message) {
        switch (message) {
            case Member(MemberInput input) -> decide(input);
            case NotCounted(int attempt) -> carryOut(new MemberEffect.Wait(attempt));
            case Commit commit -> {
                commits.add(commit);
                commitNext();
            }
            case CommitAnswered(CommitResult result) -> {
                if (commits.settled(result)) {
                    commitNext();
                } else {
                    timers.startSingleTimer(new CommitAgain(), AGAIN);
                }
            }
            case CommitAgain() -> send(commits.again());
            case Stop(ActorRef<Done> replyTo) -> {
                leave().whenComplete((_, _) -> replyTo.tell(Done.getInstance()));
                return Behaviors.stopped();
            }
        }
        return Behaviors.same();
    }

    private void commitNext() {
        commits.next().ifPresent(this::send);
    }

    private void send(Commit commit) {
        actor.pipeToSelf(
                group.ask(commits.request(commit, state.identity()), USUAL),
                (reply, failure) -> new CommitAnswered(Commits.result(commit, reply)));
    }

    private void decide(MemberInput input) {
        MemberLogic.Step step = logic.decide(state, input);
        state = step.state();
        step.effects().forEach(this::carryOut);
    }

    private CompletionStage<?> leave() {
        for (MemberEffect effect : logic.decide(state, new MemberInput.Leave("the consumer is closed"))
                .effects()) {
            if (effect instanceof MemberEffect.Ask(int _, GroupRequest<?> request)) {
                return group.ask(request, USUAL);
            }
        }
        return CompletableFuture.completedFuture(Done.getInstance());
    }

    private void carryOut(MemberEffect effect) {
        switch (effect) {
            case MemberEffect.Ask(int attempt, GroupRequest<?> request) -> ask(attempt, request);
            case MemberEffect.Count(int attempt, Set<String> names) ->
                actor.pipeToSelf(
                        count(names),
                        (counts, failure) -> counts == null
                                ? new NotCounted(attempt)
                                : new Member(new MemberInput.Counted(attempt, counts)));
            case MemberEffect.Wait(int attempt) ->
                timers.startSingleTimer(new Member(new MemberInput.TryAgain(attempt)), AGAIN);
            case MemberEffect.Revoke(int attempt, var partitions) ->
                consumer.tell(new ConsumerSignal.Revoke(attempt, partitions));
            case MemberEffect.Lose(var partitions) -> consumer.tell(new ConsumerSignal.Lost(partitions));
            case MemberEffect.Assign(var added) -> consumer.tell(new ConsumerSignal.Assigned(added));
            case MemberEffect.Fail(ErrorCode error) -> consumer.tell(new ConsumerSignal.Failed(error));
        }
    }

    private <R extends GroupReply> void ask(int attempt, GroupRequest<R> request) {
        boolean rebalances = request instanceof GroupRequest.Join || request instanceof GroupRequest.Sync;
        actor.pipeToSelf(
                group.ask(request, rebalances ? settings.maxPollInterval() : USUAL),
                (reply, failure) -> new Member(new MemberInput.Answered(
                        attempt, reply == null ? request.refused(ErrorCode.REQUEST_TIMED_OUT) : reply)));
    }

    /** How many partitions each has; fails where some broker did not know. */
    private CompletionStage<Map<String, Integer>> count(Set<String> names) {
        CompletionStage<Map<String, Integer>> all = CompletableFuture.completedFuture(new HashMap<>());
        for (String name : names) {
            all = all.thenCombine(topics.describe(name), (counts, described) -> counted(counts, name, described));
        }
        return all;
    }

    private static Map<String, Integer> counted(Map<String, Integer> counts, String name, TopicDescribed described) {
        return switch (described.error()) {
            case NONE -> {
                counts.put(name, described.leaders().size());
                yield counts;
            }
            case UNKNOWN_TOPIC_OR_PARTITION -> counts;
            default -> throw new IllegalStateException(name + " could not be counted: " + described.error());
        };
    }
}
