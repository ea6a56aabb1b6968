package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerInput.Asked;
import dev.troupe.actors.controller.ControllerInput.BrokerAnswered;
import dev.troupe.actors.controller.ControllerInput.TakeOffice;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.broker.BrokerReply;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.Change;
import dev.troupe.protocol.controller.ControllerCommand.DescribeController;
import dev.troupe.protocol.controller.ControllerCommand.RegisterBroker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.SnapshotAdapter;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;

/**
 * The controller's shell (C1 to C5): asks {@link ControllerLogic} what to do, appends the events, then tells the brokers and
 * answers. A cluster singleton; a new one recovers, raises the controller epoch as its first act, and only then hears commands.
 */
final class Controller extends EventSourcedBehavior<ControllerInput, ControllerEvent, ControllerState> {
    private static final Duration LEAST_BACKOFF = Duration.ofMillis(200);
    private static final Duration MOST_BACKOFF = Duration.ofSeconds(5);
    private static final int SNAPSHOT_EVERY = 1000;

    private final ActorContext<ControllerInput> context;
    private final TimerScheduler<ControllerInput> timers;
    private final ControllerSettings settings;
    private final int nodeId;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final BrokerRegistry registry;
    private final Announcer announcer;
    private final BrokerChannels channels;
    private boolean inOffice;

    private Controller(
            ActorContext<ControllerInput> context,
            TimerScheduler<ControllerInput> timers,
            ControllerSettings settings,
            int nodeId,
            Membership membership,
            InstantSource clock,
            LongSupplier nanoTime,
            Supplier<UUID> ids) {
        super(
                PersistenceId.ofUniqueId("controller"),
                SupervisorStrategy.restartWithBackoff(LEAST_BACKOFF, MOST_BACKOFF, 0.1));
        this.context = context;
        this.timers = timers;
        this.settings = settings;
        this.nodeId = nodeId;
        this.clock = clock;
        this.ids = ids;
        ActorRef<BrokerReply> replies = context.messageAdapter(BrokerReply.class, BrokerAnswered::new);
        this.channels = new BrokerChannels(replies, nanoTime, settings.confirmationTimeout());
        this.announcer = new Announcer(channels, timers, nanoTime, settings.confirmationTimeout());
        this.registry = new BrokerRegistry(context, channels, membership);
    }

    /**
     * The controller of one node.
     *
     * @param membership tells of nodes that come and go
     * @param clock for what is stored
     * @param nanoTime for deadlines
     * @param ids for topics
     */
    static Behavior<ControllerCommand> create(
            ControllerSettings settings,
            int nodeId,
            Membership membership,
            InstantSource clock,
            LongSupplier nanoTime,
            Supplier<UUID> ids) {
        Behavior<ControllerInput> controller = Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            membership.watch(context);
            return new Controller(context, timers, settings, nodeId, membership, clock, nanoTime, ids);
        }));
        Behavior<ControllerInput> supervised = Behaviors.supervise(controller)
                .onFailure(
                        RuntimeException.class,
                        SupervisorStrategy.restartWithBackoff(LEAST_BACKOFF, MOST_BACKOFF, 0.1));
        return Behaviors.transformMessages(
                ControllerCommand.class, supervised, builder -> builder.match(ControllerCommand.class, Asked::new));
    }

    @Override
    public String journalPluginId() {
        return "troupe.metadata.journal";
    }

    @Override
    public String snapshotPluginId() {
        return "troupe.metadata.snapshot-store";
    }

    @Override
    public RetentionCriteria retentionCriteria() {
        return RetentionCriteria.snapshotEvery(SNAPSHOT_EVERY, 2).withDeleteEventsOnSnapshot();
    }

    @Override
    public SnapshotAdapter<ControllerState> snapshotAdapter() {
        return new ControllerSnapshot.Adapter();
    }

    @Override
    public ControllerState emptyState() {
        return ControllerState.EMPTY;
    }

    @Override
    public EventHandler<ControllerState, ControllerEvent> eventHandler() {
        return ControllerLogic::evolve;
    }

    @Override
    public SignalHandler<ControllerState> signalHandler() {
        return newSignalHandlerBuilder()
                .onSignal(
                        RecoveryCompleted.class,
                        (state, _) -> context.getSelf()
                                .tell(new TakeOffice(
                                        state.epoch() == 0 ? "the cluster's first start" : "took over or restarted")))
                .build();
    }

    @Override
    public CommandHandler<ControllerInput, ControllerEvent, ControllerState> commandHandler() {
        return this::handle;
    }

    private Effect<ControllerEvent, ControllerState> handle(ControllerState state, ControllerInput input) {
        if (!inOffice && !(input instanceof TakeOffice)) {
            return Effect().stash();
        }
        return switch (input) {
            case Asked(ControllerCommand command) -> asked(state, command);
            case BrokerAnswered(BrokerReply reply) -> answered(state, reply);
            case TakeOffice(String cause) -> takeOffice(state, cause);
            case ControllerInput.RollCall() -> fence(state, registry.absent(state), "its node is not in the cluster");
            case ControllerInput.RegistrationDue() ->
                fence(state, registry.missing(state), "it did not register with the new controller");
            case ControllerInput.BrokerGone(int broker, long epoch) ->
                BrokerLifecycle.checkEpoch(state, broker, epoch) == ErrorCode.NONE
                        ? fence(state, List.of(broker), "its process has ended")
                        : Effect().none();
            case ControllerInput.NodeGone(String address, String cause) -> fence(state, registry.on(address), cause);
            case ControllerInput.NodeBack(String address) -> {
                registry.askAgain(address, state.epoch());
                yield Effect().none();
            }
            case ControllerInput.Tick() -> {
                announcer.proceed(state);
                yield Effect().none();
            }
            case ControllerInput.Balance() ->
                commit(state, ControllerLogic.balance(state, now()), (_, moved) -> {
                    if (moved > 0) {
                        context.getLog().info("leader balance: {} leaderships go back to preferred leaders", moved);
                    }
                });
        };
    }

    private Effect<ControllerEvent, ControllerState> takeOffice(ControllerState state, String cause) {
        Outcome<Integer> outcome = ControllerLogic.elect(state, nodeId, cause, now());
        return Effect()
                .persist(outcome.events())
                .thenRun(elected -> {
                    inOffice = true;
                    context.getLog()
                            .info("node {} is the controller with epoch {} ({})", nodeId, elected.epoch(), cause);
                    context.getSelf().tell(new ControllerInput.RollCall());
                    timers.startSingleTimer(new ControllerInput.RegistrationDue(), settings.registrationTimeout());
                    if (settings.autoRebalance()) {
                        timers.startTimerWithFixedDelay(
                                new ControllerInput.Balance(), settings.imbalanceCheckInterval());
                    }
                })
                .thenUnstashAll();
    }

    private Effect<ControllerEvent, ControllerState> asked(ControllerState state, ControllerCommand command) {
        return switch (command) {
            case RegisterBroker c -> register(state, c);
            case Change c -> commit(state, Request.decide(state, c, now()));
            case DescribeController c -> {
                c.replyTo().tell(ControllerReports.of(state));
                yield Effect().none();
            }
        };
    }

    private Effect<ControllerEvent, ControllerState> register(ControllerState state, RegisterBroker command) {
        if (registry.refuses(state, command)) {
            return Effect().none();
        }
        ActorRef<ControllerCommand> self = context.getSelf().unsafeUpcast();
        return commit(state, ControllerLogic.register(state, command, now()), (after, epoch) -> {
            registry.attach(command, epoch, after, self);
            announcer.proceed(after);
        });
    }

    private Effect<ControllerEvent, ControllerState> answered(ControllerState state, BrokerReply reply) {
        return switch (reply) {
            case BrokerReply.ReplicasUpdated updated -> {
                updated.failures()
                        .forEach(failure -> context.getLog()
                                .warn(
                                        "broker {} failed with replica {}: {} {}",
                                        updated.brokerId(),
                                        failure.partition(),
                                        failure.error(),
                                        failure.message()));
                yield commit(
                        state,
                        ControllerLogic.replicasUpdated(
                                state, updated.brokerId(), channels.applied(updated), updated.failures(), now()),
                        (after, _) -> announcer.proceed(after));
            }
            case BrokerReply.MetadataUpdated updated -> {
                channels.applied(updated);
                announcer.proceed(state);
                yield Effect().none();
            }
            case BrokerReply.Refused refused -> {
                if (refused.controllerEpoch() > state.epoch()) {
                    throw new Resigned(state.epoch(), refused.controllerEpoch());
                }
                registry.askAgain(refused.brokerId(), state.epoch());
                yield Effect().none();
            }
        };
    }

    private Effect<ControllerEvent, ControllerState> fence(
            ControllerState state, Collection<Integer> brokers, String cause) {
        List<Integer> live = brokers.stream().filter(state::live).toList();
        live.forEach(broker -> {
            registry.lost(broker);
            if (!state.mayLead(broker)) {
                context.getLog().info("broker {} has stopped", broker);
            } else {
                context.getLog().warn("broker {} is down: {}", broker, cause);
            }
        });
        return commit(state, ControllerLogic.fence(state, live, cause, now()), (_, _) -> {});
    }

    /** Appends the decision's events, tells the brokers, then does what is left to do with the answer. */
    private <R> Effect<ControllerEvent, ControllerState> commit(
            ControllerState before, Outcome<R> outcome, BiConsumer<ControllerState, R> then) {
        outcome.refused().forEach(step -> context.getLog().error("illegal step refused: {}", step));
        if (outcome.events().isEmpty()) {
            then.accept(before, outcome.reply());
            announcer.proceed(before);
            return Effect().none();
        }
        return Effect().persist(outcome.events()).thenRun(after -> {
            announcer.changed(before, outcome.events(), after);
            then.accept(after, outcome.reply());
        });
    }

    private <R> Effect<ControllerEvent, ControllerState> commit(ControllerState before, Request<R> request) {
        return commit(before, request.outcome(), (after, reply) -> {
            if (request.whenSeen()) {
                announcer.whenSeen(after, () -> request.replyTo().tell(reply));
            } else {
                request.replyTo().tell(reply);
            }
        });
    }

    private Circumstances now() {
        return new Circumstances(clock.millis(), ids, settings);
    }
}
