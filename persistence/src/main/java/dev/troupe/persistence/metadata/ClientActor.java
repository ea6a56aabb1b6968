package dev.troupe.persistence.metadata;

import dev.troupe.persistence.metadata.ClientCommand.Answered;
import dev.troupe.persistence.metadata.ClientCommand.NotLeader;
import dev.troupe.persistence.metadata.ClientCommand.Retry;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a node wants of the journal to whichever voter leads, and tries again while leadership moves, until a deadline.
 * Trying again is safe: see {@link JournalLogic}.
 */
final class ClientActor extends AbstractBehavior<ClientCommand> {
    private static final int UNKNOWN = -1;
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final TimerScheduler<ClientCommand> timers;
    private final LongSupplier nanoTime;
    private final Map<Long, Pending> pending = new TreeMap<>();
    private final TreeMap<Integer, ActorRef<VoterCommand>> voters = new TreeMap<>();
    private ClientCommand.@Nullable Configure configuration;
    private int leader = UNKNOWN;
    private int asked = UNKNOWN;
    private long lastId;

    /**
     * Waits for {@link ClientCommand.Configure} before anything is sent.
     *
     * @param nanoTime monotonic time
     */
    static Behavior<ClientCommand> create(LongSupplier nanoTime) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new ClientActor(context, timers, nanoTime)));
    }

    private ClientActor(
            ActorContext<ClientCommand> context, TimerScheduler<ClientCommand> timers, LongSupplier nanoTime) {
        super(context);
        this.timers = timers;
        this.nanoTime = nanoTime;
    }

    /** What was asked and not answered yet; {@code deadline} of {@link #nanoTime}, none before the configuration is there. */
    private record Pending(
            Request request,
            CompletableFuture<JournalAnswer> promise,
            @Nullable Long deadline) {}

    /** How a request looks on its way to a voter. */
    @FunctionalInterface
    private interface Request {
        VoterCommand with(long id, ActorRef<ClientCommand> replyTo);
    }

    @Override
    public Receive<ClientCommand> createReceive() {
        return newReceiveBuilder().onAnyMessage(this::onCommand).build();
    }

    private Behavior<ClientCommand> onCommand(ClientCommand command) {
        switch (command) {
            case ClientCommand.Write c ->
                add((id, self) -> new VoterCommand.Write(id, c.operation(), self), c.promise());
            case ClientCommand.Read c -> add((id, self) -> new VoterCommand.Read(id, c.question(), self), c.promise());
            case ClientCommand.Configure c -> configure(c);
            case ClientCommand.Found c -> voters.put(c.node(), c.voter());
            case ClientCommand.Lost c -> leader = c.node() == leader ? UNKNOWN : leader;
            case Answered c -> onAnswer(c);
            case NotLeader c -> onNotLeader(c);
            case Retry c -> onRetry(c);
        }
        return this;
    }

    private void add(Request request, CompletableFuture<JournalAnswer> promise) {
        long id = ++lastId;
        pending.put(id, new Pending(request, promise, deadline()));
        attempt(id);
    }

    private @Nullable Long deadline() {
        return configuration == null
                ? null
                : nanoTime.getAsLong()
                        + configuration.settings().requestTimeout().toNanos();
    }

    private void configure(ClientCommand.Configure wanted) {
        configuration = wanted;
        pending.replaceAll((id, request) -> new Pending(request.request(), request.promise(), deadline()));
        Map.copyOf(pending).keySet().forEach(this::attempt);
    }

    private void attempt(long id) {
        Pending request = pending.get(id);
        if (request == null || configuration == null) {
            return;
        }
        if (request.deadline() != null && nanoTime.getAsLong() - request.deadline() > 0) {
            pending.remove(id);
            request.promise()
                    .completeExceptionally(new TimeoutException("no leader of the metadata journal answered within "
                            + configuration.settings().requestTimeout().toMillis()
                            + " ms; whether it was done is not known"));
            return;
        }
        ActorRef<VoterCommand> target = target();
        if (target == null) {
            timers.startSingleTimer(id, new Retry(id, false), PAUSE);
        } else {
            target.tell(request.request().with(id, getContext().getSelf()));
            timers.startSingleTimer(
                    id,
                    new Retry(id, true),
                    configuration.settings().heartbeat().multipliedBy(2));
        }
    }

    /** The leader if it is known, else the next voter in turn, who will name the leader if it knows one. */
    private @Nullable ActorRef<VoterCommand> target() {
        ActorRef<VoterCommand> known = voters.get(leader);
        if (known != null || voters.isEmpty()) {
            return known;
        }
        Map.Entry<Integer, ActorRef<VoterCommand>> next = voters.higherEntry(asked);
        Map.Entry<Integer, ActorRef<VoterCommand>> chosen = next == null ? voters.firstEntry() : next;
        asked = chosen.getKey();
        return chosen.getValue();
    }

    private void onRetry(Retry retry) {
        if (retry.unanswered()) {
            leader = UNKNOWN;
        }
        attempt(retry.id());
    }

    private void onAnswer(Answered answered) {
        Pending request = pending.remove(answered.id());
        timers.cancel(answered.id());
        if (request != null) {
            request.promise().complete(answered.answer());
        }
    }

    private void onNotLeader(NotLeader refusal) {
        boolean news = refusal.leader() != leader && voters.containsKey(refusal.leader());
        leader = news || refusal.leader() < 0 ? refusal.leader() : leader;
        if (news) {
            attempt(refusal.id());
        } else {
            timers.startSingleTimer(refusal.id(), new Retry(refusal.id(), false), PAUSE);
        }
    }
}
