package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.OffsetsStore;
import dev.troupe.protocol.ErrorCode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.slf4j.Logger;

/**
 * Loads and resigns partitions of {@code __consumer_offsets} as this node comes to lead them and ceases to (G1, G16), and
 * keeps one actor for each group in them that has members or is asked for. Requests do not come by here unless the group has no
 * actor: {@link Groups} finds the actor by itself.
 */
final class GroupCoordinator extends AbstractBehavior<CoordinatorCommand> {
    /** How long an actor that serves no more still answers requests that were on their way to it. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final Duration LOAD_RETRY = Duration.ofSeconds(1);

    /** Partitions are elected by the dozen; what is coordinated then is told once. */
    private static final Duration SETTLING = Duration.ofSeconds(1);

    /** The next of many groups are woken once those before them have had some time to expire. */
    private static final Duration WAKE_INTERVAL = Duration.ofMillis(250);

    private final Tenures tenures;
    private final OffsetsStore store;
    private final TenureLoader loader;
    private final GroupWaker waker;
    private final GroupNotices notices;
    private final GroupActor.Surroundings node;
    private final TimerScheduler<CoordinatorCommand> timers;
    private final Logger log;

    private GroupCoordinator(
            ActorContext<CoordinatorCommand> context,
            TimerScheduler<CoordinatorCommand> timers,
            Tenures tenures,
            OffsetsStore store,
            Executor fileExecutor,
            GroupActor.Surroundings node) {
        super(context);
        this.timers = timers;
        this.tenures = tenures;
        this.store = store;
        this.loader = new TenureLoader(store, node.logic(), fileExecutor);
        this.waker = new GroupWaker(context, node);
        this.notices = new GroupNotices(tenures, store, waker, node.wallClock());
        this.node = node;
        this.log = context.getLog();
    }

    /**
     * A node's coordinator.
     *
     * @param tenures where it publishes what it coordinates
     * @param fileExecutor where partitions are read
     * @param node what its groups need
     */
    static Behavior<CoordinatorCommand> create(
            Tenures tenures,
            OffsetsStore store,
            Executor fileExecutor,
            Duration expiryInterval,
            GroupActor.Surroundings node) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(new CoordinatorCommand.ExpiryDue(), expiryInterval);
            return new GroupCoordinator(context, timers, tenures, store, fileExecutor, node);
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
            case CoordinatorCommand.Retire c -> c.actors().forEach(getContext()::stop);
            case CoordinatorCommand.TopicsDeleted c -> notices.topicsDeleted(c.topics());
            case CoordinatorCommand.ExpiryDue c -> {
                notices.expiryDue();
                wakeDue();
            }
            case CoordinatorCommand.WakeDue c -> wakeDue();
            case CoordinatorCommand.Settled c -> tellWhatIsCoordinated();
        }
        return this;
    }

    private void wakeDue() {
        if (notices.wakeDue()) {
            timers.startSingleTimer(new CoordinatorCommand.WakeDue(), WAKE_INTERVAL);
        }
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
        long begun = node.nanoClock().getAsLong();
        getContext()
                .pipeToSelf(
                        loader.load(tenure),
                        (groups, failure) -> new CoordinatorCommand.Loaded(
                                tenure,
                                groups == null ? List.of() : groups,
                                failure,
                                (node.nanoClock().getAsLong() - begun) / 1_000_000));
    }

    private void loaded(CoordinatorCommand.Loaded loaded) {
        Tenure tenure = loaded.tenure();
        if (tenure.stage() == Tenure.Stage.ENDED) {
            store.unload(tenure.partition(), tenure.leaderEpoch());
            return;
        }
        if (loaded.failure() != null) {
            log.warn(
                    "Groups of __consumer_offsets-{} cannot be read, trying again: {}",
                    tenure.partition(),
                    loaded.failure().toString());
            timers.startSingleTimer(tenure, new CoordinatorCommand.LoadAgain(tenure), LOAD_RETRY);
            return;
        }
        loaded.groups().forEach(tenure::put);
        loaded.groups().stream()
                .filter(group -> group.summary().state() != GroupPhase.EMPTY)
                .forEach(group -> waker.wake(tenure, group));
        tenure.serve();
        log.debug(
                "{} groups of __consumer_offsets-{} read in {} ms",
                loaded.groups().size(),
                tenure.partition(),
                loaded.millis());
        timers.startSingleTimer(new CoordinatorCommand.Settled(), SETTLING);
    }

    private void tellWhatIsCoordinated() {
        int groups = tenures.all().stream()
                .mapToInt(tenure -> tenure.groups().size())
                .sum();
        log.info(
                "Coordinating {} partitions of __consumer_offsets with {} groups",
                tenures.all().size(),
                groups);
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
            if (group instanceof Tenure.Awake(GroupDoor door)) {
                door.tell(new GroupCommand.Resign());
                door.actor().ifPresent(actors::add);
            }
        }
        if (!actors.isEmpty()) {
            getContext().scheduleOnce(GRACE, getContext().getSelf(), new CoordinatorCommand.Retire(actors));
        }
    }

    private void deliver(String groupId, GroupCommand.Ask<?> ask) {
        Tenure tenure = tenures.of(groupId).orElse(null);
        if (tenure == null) {
            ask.answer(ErrorCode.NOT_COORDINATOR);
        } else if (tenure.stage() == Tenure.Stage.LOADING) {
            ask.answer(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        } else {
            waker.deliver(tenure, groupId, ask);
        }
    }
}
