package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupCommand.Ask;
import dev.troupe.persistence.offsets.OffsetsJournal;
import dev.troupe.protocol.ErrorCode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.BackoffSupervisorStrategy;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.persistence.typed.JournalPersistFailed;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.RecoveryFailed;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.slf4j.event.Level;

/**
 * The shell of one consumer group: turns commands into inputs of {@link GroupLogic}, keeps its durable events, carries out its
 * effects by an {@link EffectRunner}, and holds the clocks.
 */
final class GroupActor extends EventSourcedBehavior<GroupCommand, GroupEvent.Durable, GroupCell> {

    /** What a group's actor needs of its node. */
    record Surroundings(GroupLogic logic, InstantSource wallClock, LongSupplier nanoClock) {}

    /** One for all groups, as there may be many. */
    private static final BackoffSupervisorStrategy RESTARTS = SupervisorStrategy.restartWithBackoff(
                    Duration.ofMillis(50), Duration.ofSeconds(5), 0.2)
            .withLogLevel(Level.DEBUG);

    private final String groupId;
    private final Tenure tenure;
    private final Surroundings node;
    private final ActorContext<GroupCommand> context;
    private final EffectRunner runner;
    private final GroupDoor door;
    private List<Ask<?>> beingWritten = List.of();

    private GroupActor(
            String groupId,
            Tenure tenure,
            GroupDoor door,
            Surroundings node,
            ActorContext<GroupCommand> context,
            TimerScheduler<GroupCommand> timers) {
        super(PersistenceId.ofUniqueId(OffsetsJournal.ID_PREFIX + groupId), RESTARTS);
        this.groupId = groupId;
        this.tenure = tenure;
        this.node = node;
        this.context = context;
        this.runner = new EffectRunner(new Deadlines(timers, node.nanoClock()), this::callLast);
        this.door = door;
    }

    static Behavior<GroupCommand> create(String groupId, Tenure tenure, GroupDoor door, Surroundings node) {
        return Behaviors.intercept(
                CommitGatherer::new,
                Behaviors.setup(context ->
                        Behaviors.withTimers(timers -> new GroupActor(groupId, tenure, door, node, context, timers))));
    }

    @Override
    public String journalPluginId() {
        return "troupe.offsets.journal";
    }

    @Override
    public String snapshotPluginId() {
        return "pekko.persistence.no-snapshot-store";
    }

    @Override
    public GroupRecords eventAdapter() {
        return new GroupRecords(groupId, tenure.leaderEpoch());
    }

    @Override
    public GroupCell emptyState() {
        return new GroupCell(groupId);
    }

    @Override
    public EventHandler<GroupCell, GroupEvent.Durable> eventHandler() {
        return GroupCell::apply;
    }

    @Override
    public SignalHandler<GroupCell> signalHandler() {
        return newSignalHandlerBuilder()
                .onSignal(RecoveryCompleted.instance(), this::recovered)
                .onSignal(JournalPersistFailed.class, (cell, failed) -> writeFailed(failed.failure()))
                .onSignal(
                        RecoveryFailed.class,
                        (cell, failed) -> context.getLog()
                                .warn(
                                        "Group {} cannot be read back: {}",
                                        groupId,
                                        failed.failure().toString()))
                .build();
    }

    @Override
    public CommandHandler<GroupCommand, GroupEvent.Durable, GroupCell> commandHandler() {
        return this::handle;
    }

    private Effect<GroupEvent.Durable, GroupCell> handle(GroupCell cell, GroupCommand command) {
        if (tenure.stage() == Tenure.Stage.ENDED) {
            return refuse(command);
        }
        return switch (command) {
            case Ask<?> ask -> decide(cell, ask.request(), Optional.of(ask));
            case GroupCommand.Notify(GroupInput.Notice notice) -> decide(cell, notice, Optional.empty());
            case GroupCommand.CommitsGathered(CommitBatch commits) -> commit(cell, commits.close());
            case GroupCommand.DeadlineDue due -> deadlineDue(cell);
            case GroupCommand.LastCall last -> lastCall(cell);
            case GroupCommand.Resign resign -> refuse(resign);
        };
    }

    /** The node coordinates the group no more: everybody is told so, and the coordinator stops this actor. */
    private Effect<GroupEvent.Durable, GroupCell> refuse(GroupCommand command) {
        runner.giveUp(ErrorCode.NOT_COORDINATOR);
        if (command instanceof Ask<?> ask) {
            ask.answer(ErrorCode.NOT_COORDINATOR);
        } else if (command instanceof GroupCommand.CommitsGathered(CommitBatch commits)) {
            commits.close().forEach(ask -> ask.answer(ErrorCode.NOT_COORDINATOR));
        }
        return Effect().none();
    }

    /** Nobody needs the actor any more; who is on the way to it is served yet. */
    private void callLast() {
        door.lastCall();
        context.getSelf().tell(new GroupCommand.LastCall());
    }

    private Effect<GroupEvent.Durable, GroupCell> lastCall(GroupCell cell) {
        boolean dead = cell.state() instanceof GroupState.Dead;
        if (!dead && !GroupLogic.isIdle(cell.state())) {
            return Effect().none();
        }
        if (!door.close()) {
            if (dead) {
                callLast();
            }
            return Effect().none();
        }
        if (dead) {
            tenure.gone(door);
        } else {
            door.timeline().shorten();
            tenure.fellAsleep(door, Tenure.Asleep.of(cell.state(), node.logic(), door.timeline()));
        }
        return Effect().stop();
    }

    private Effect<GroupEvent.Durable, GroupCell> decide(GroupCell cell, GroupInput input, Optional<Ask<?>> asker) {
        Decision decision = node.logic()
                .decide(cell.stateFor(input), input, node.wallClock().millis());
        happened(cell, decision);
        return keep(decision.durable(), asker.stream().toList(), () -> runner.run(decision.effects(), asker));
    }

    private Effect<GroupEvent.Durable, GroupCell> commit(GroupCell cell, List<Ask<?>> asks) {
        List<GroupEvent.Durable> events = new ArrayList<>();
        List<Runnable> effects = new ArrayList<>();
        for (Ask<?> ask : asks) {
            Decision decision = node.logic()
                    .decide(
                            cell.stateFor(ask.request()),
                            ask.request(),
                            node.wallClock().millis());
            happened(cell, decision);
            events.addAll(decision.durable());
            effects.add(() -> runner.run(decision.effects(), Optional.of(ask)));
        }
        return keep(events, asks, () -> effects.forEach(Runnable::run));
    }

    /** One at a time, looking again after each: what one decides may move or cancel the others. */
    private Effect<GroupEvent.Durable, GroupCell> deadlineDue(GroupCell cell) {
        Optional<GroupTimer> due = runner.takeDue();
        if (due.isEmpty()) {
            return Effect().none();
        }
        context.getSelf().tell(new GroupCommand.DeadlineDue());
        return decide(cell, new GroupInput.TimerFired(due.get()), Optional.empty());
    }

    private Effect<GroupEvent.Durable, GroupCell> keep(
            List<GroupEvent.Durable> events, List<Ask<?>> askers, Runnable effects) {
        if (events.isEmpty()) {
            effects.run();
            return Effect().none();
        }
        beingWritten = askers;
        return Effect().persist(events).thenRun(cell -> {
            beingWritten = List.of();
            record(cell, events);
            effects.run();
            published(cell);
        });
    }

    private void happened(GroupCell cell, Decision decision) {
        if (!decision.passing().isEmpty()) {
            cell.moveTo(decision.afterPassing());
            record(cell, decision.passing());
            published(cell);
        }
    }

    private void record(GroupCell cell, List<? extends GroupEvent> events) {
        door.timeline().add(node.wallClock().millis(), node.nanoClock().getAsLong(), events, cell.state());
    }

    private void published(GroupCell cell) {
        door.publish(GroupSummary.of(cell.state()));
        if (cell.state() instanceof GroupState.Dead) {
            callLast();
        }
    }

    private void recovered(GroupCell cell) {
        published(cell);
        Decision decision = node.logic()
                .decide(
                        cell.state(),
                        new GroupInput.Recovered(),
                        node.wallClock().millis());
        runner.run(decision.effects(), Optional.empty());
    }

    /**
     * Nobody knows whether the write will count, so the group starts again from what is kept; its members learn of it by an
     * error that makes them try again.
     */
    private void writeFailed(Throwable failure) {
        context.getLog().warn("Group {} could not be written, so it is read back: {}", groupId, failure.toString());
        beingWritten.forEach(ask -> ask.answer(WriteErrors.forClient(ask.request(), failure)));
        beingWritten = List.of();
        runner.giveUp(ErrorCode.COORDINATOR_NOT_AVAILABLE);
    }
}
