package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.OffsetsStore;
import dev.troupe.protocol.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Loads and resigns partitions of {@code __consumer_offsets} as this node comes to lead them and ceases to (G1, G16), and
 * keeps one actor for each group in them. Requests do not come by here: {@link Groups} finds the actor by itself.
 */
final class GroupCoordinator extends AbstractBehavior<CoordinatorCommand> {
    /** How long an actor that serves no more still answers requests that were on their way to it. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final Duration LOAD_RETRY = Duration.ofSeconds(1);

    private final Tenures tenures;
    private final OffsetsStore store;
    private final Executor fileExecutor;
    private final Function<ActorRef<CoordinatorCommand>, GroupActor.Surroundings> surroundings;
    private final TimerScheduler<CoordinatorCommand> timers;

    private GroupCoordinator(
            ActorContext<CoordinatorCommand> context,
            TimerScheduler<CoordinatorCommand> timers,
            Tenures tenures,
            OffsetsStore store,
            Executor fileExecutor,
            Function<ActorRef<CoordinatorCommand>, GroupActor.Surroundings> surroundings) {
        super(context);
        this.timers = timers;
        this.tenures = tenures;
        this.store = store;
        this.fileExecutor = fileExecutor;
        this.surroundings = surroundings;
    }

    /**
     * A node's coordinator.
     *
     * @param tenures where it publishes what it coordinates
     * @param fileExecutor where partitions are read
     * @param surroundings what its groups need
     */
    static Behavior<CoordinatorCommand> create(
            Tenures tenures,
            OffsetsStore store,
            Executor fileExecutor,
            Duration expiryInterval,
            Function<ActorRef<CoordinatorCommand>, GroupActor.Surroundings> surroundings) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(new CoordinatorCommand.ExpiryDue(), expiryInterval);
            return new GroupCoordinator(context, timers, tenures, store, fileExecutor, surroundings);
        }));
    }

    @Override
    public Receive<CoordinatorCommand> createReceive() {
        return newReceiveBuilder()
                .onMessage(CoordinatorCommand.class, this::handle)
                .build();
    }

    private Behavior<CoordinatorCommand> handle(CoordinatorCommand command) {
        switch (command) {
            case CoordinatorCommand.Elected c -> elected(c.partition(), c.leaderEpoch());
            case CoordinatorCommand.Resigned c -> resigned(c.partition(), c.leaderEpoch());
            case CoordinatorCommand.Loaded c -> loaded(c);
            case CoordinatorCommand.LoadAgain c -> load(c.tenure());
            case CoordinatorCommand.Deliver c -> {
                deliver(c.groupId(), c.ask());
                tenures.delivered(c.groupId());
            }
            case CoordinatorCommand.GroupGone c -> gone(c.groupId(), c.actor());
            case CoordinatorCommand.Retire c -> c.actors().forEach(getContext()::stop);
            case CoordinatorCommand.TopicsDeleted c -> tellAll(new GroupInput.TopicsDeleted(c.topics()));
            case CoordinatorCommand.ExpiryDue c -> tellAll(new GroupInput.ExpiryDue());
        }
        return this;
    }

    private void elected(int partition, int leaderEpoch) {
        tenures.current(partition).filter(t -> t.leaderEpoch() < leaderEpoch).ifPresent(this::end);
        if (tenures.current(partition).isEmpty()) {
            Tenure tenure = new Tenure(partition, leaderEpoch);
            tenures.begin(tenure);
            load(tenure);
        }
    }

    private void load(Tenure tenure) {
        if (tenure.stage() == Tenure.Stage.ENDED) {
            return;
        }
        long begun = System.nanoTime();
        CompletableFuture<Set<String>> reading = CompletableFuture.supplyAsync(() -> read(tenure), fileExecutor);
        getContext()
                .pipeToSelf(
                        reading,
                        (groups, failure) -> new CoordinatorCommand.Loaded(
                                tenure,
                                groups == null ? Set.of() : groups,
                                failure,
                                (System.nanoTime() - begun) / 1_000_000));
    }

    private Set<String> read(Tenure tenure) {
        try {
            return store.load(tenure.partition(), tenure.leaderEpoch());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private void loaded(CoordinatorCommand.Loaded loaded) {
        Tenure tenure = loaded.tenure();
        if (tenure.stage() == Tenure.Stage.ENDED) {
            store.unload(tenure.partition(), tenure.leaderEpoch());
            return;
        }
        if (loaded.failure() != null) {
            getContext()
                    .getLog()
                    .warn(
                            "Groups of __consumer_offsets-{} cannot be read, trying again: {}",
                            tenure.partition(),
                            loaded.failure().toString());
            timers.startSingleTimer(tenure, new CoordinatorCommand.LoadAgain(tenure), LOAD_RETRY);
            return;
        }
        loaded.groups().forEach(groupId -> spawn(tenure, groupId));
        tenure.serve();
        getContext()
                .getLog()
                .debug(
                        "{} groups of __consumer_offsets-{} read in {} ms",
                        loaded.groups().size(),
                        tenure.partition(),
                        loaded.millis());
        if (tenures.all().stream().noneMatch(t -> t.stage() == Tenure.Stage.LOADING)) {
            int groups = tenures.all().stream().mapToInt(t -> t.groups().size()).sum();
            getContext()
                    .getLog()
                    .info(
                            "Coordinating {} partitions of __consumer_offsets with {} groups",
                            tenures.all().size(),
                            groups);
        }
    }

    private ActorRef<GroupCommand> spawn(Tenure tenure, String groupId) {
        GroupTimeline timeline = new GroupTimeline();
        ActorRef<GroupCommand> actor = getContext()
                .spawnAnonymous(GroupActor.create(
                        groupId,
                        tenure,
                        timeline,
                        surroundings.apply(getContext().getSelf())));
        tenure.add(groupId, actor, timeline);
        return actor;
    }

    private void resigned(int partition, int leaderEpoch) {
        tenures.current(partition).filter(t -> t.leaderEpoch() <= leaderEpoch).ifPresent(this::end);
    }

    private void end(Tenure tenure) {
        tenure.end();
        tenures.end(tenure);
        store.unload(tenure.partition(), tenure.leaderEpoch());
        Set<ActorRef<GroupCommand>> actors = new HashSet<>();
        for (Tenure.Entry group : tenure.groups()) {
            group.actor().tell(new GroupCommand.Resign());
            actors.add(group.actor());
        }
        retire(actors);
    }

    private void retire(Set<ActorRef<GroupCommand>> actors) {
        if (!actors.isEmpty()) {
            getContext().scheduleOnce(GRACE, getContext().getSelf(), new CoordinatorCommand.Retire(actors));
        }
    }

    private void gone(String groupId, ActorRef<GroupCommand> actor) {
        tenures.of(groupId)
                .ifPresent(tenure -> tenure.group(groupId)
                        .filter(entry -> entry.actor().equals(actor))
                        .ifPresent(entry -> tenure.remove(groupId)));
        retire(Set.of(actor));
    }

    private void deliver(String groupId, GroupCommand.Ask<?> ask) {
        Tenure tenure = tenures.of(groupId).orElse(null);
        if (tenure == null) {
            ask.answer(ErrorCode.NOT_COORDINATOR);
        } else if (tenure.stage() == Tenure.Stage.LOADING) {
            ask.answer(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        } else if (tenure.group(groupId).isPresent()) {
            tenure.group(groupId).get().actor().tell(ask);
        } else if (ask.request().createsGroup()) {
            spawn(tenure, groupId).tell(ask);
        } else {
            ask.answer(ask.request().missing());
        }
    }

    private void tellAll(GroupInput.Notice notice) {
        tenures.all().stream()
                .flatMap(tenure -> tenure.groups().stream())
                .forEach(group -> group.actor().tell(new GroupCommand.Notify(notice)));
    }
}
