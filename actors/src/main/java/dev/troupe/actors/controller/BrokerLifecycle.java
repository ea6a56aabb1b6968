package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.BrokerFenced;
import dev.troupe.actors.controller.ControllerEvent.BrokerRegistered;
import dev.troupe.actors.controller.ControllerEvent.BrokerShuttingDown;
import dev.troupe.actors.controller.ReplicaStateMachine.ReplicaId;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand.ControlledShutdown;
import dev.troupe.protocol.controller.ControllerCommand.RegisterBroker;
import dev.troupe.protocol.controller.ControllerCommand.ShutdownReply;
import dev.troupe.protocol.metadata.BrokerInfo;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Brokers that come and go (C6 to C9). */
final class BrokerLifecycle {
    private BrokerLifecycle() {}

    /**
     * A broker registers. The same incarnation again keeps its epoch, which is how brokers find a new controller; another
     * incarnation first takes the earlier one down.
     *
     * @return its broker epoch
     */
    static Outcome<Long> register(ControllerState state, RegisterBroker command, Circumstances circumstances) {
        BrokerState known = state.brokers().get(command.brokerId());
        if (known != null && known.live() && sameRegistration(known.info(), command)) {
            return Outcome.unchanged(known.info().epoch());
        }
        Draft draft = new Draft(state, circumstances.nowMs());
        int broker = command.brokerId();
        if (known != null && known.live()) {
            down(draft, broker, "broker " + broker + " was started again");
        }
        BrokerInfo info = new BrokerInfo(
                broker, draft.state().version() + 1, command.incarnation(), command.endpoints(), command.rack());
        draft.add(new BrokerRegistered(info, draft.nowMs(), "broker " + broker + " registered"));
        up(draft, broker);
        return draft.outcome(info.epoch());
    }

    private static boolean sameRegistration(BrokerInfo known, RegisterBroker command) {
        return known.incarnation().equals(command.incarnation())
                && known.endpoints().equals(command.endpoints());
    }

    /** Its replicas go Online, offline partitions elect, deletions resume (C7). */
    private static void up(Draft draft, int broker) {
        String cause = "broker " + broker + " is up";
        ReplicaStateMachine.move(
                draft,
                replicas(draft.state(), broker, status -> status == ReplicaStatus.OFFLINE),
                ReplicaStatus.ONLINE,
                cause);
        Elections.electOffline(
                draft, partitions(draft.state(), broker, p -> p.status() == PartitionStatus.OFFLINE), cause);
        TopicDeletion.resume(draft, broker, cause);
        Reassignments.endThoseInSync(draft, draft.state().topics().on(broker));
    }

    /** Brokers are not live any more: those that are not live already, and how many they are. */
    static Outcome<Integer> fence(
            ControllerState state, Collection<Integer> brokers, String cause, Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        List<Integer> live = brokers.stream().filter(state::live).toList();
        live.forEach(broker -> down(draft, broker, cause));
        return draft.outcome(live.size());
    }

    /** Its leaderships move, it leaves every ISR but where it is the last, its replicas go Offline (C8). */
    private static void down(Draft draft, int broker, String cause) {
        draft.add(new BrokerFenced(broker, draft.nowMs(), cause));
        ReplicaStateMachine.move(
                draft, replicas(draft.state(), broker, ReplicaStatus::serving), ReplicaStatus.OFFLINE, cause);
        ReplicaStateMachine.move(
                draft,
                replicas(draft.state(), broker, status -> status == ReplicaStatus.DELETION_STARTED),
                ReplicaStatus.DELETION_INELIGIBLE,
                cause);
        List<PartitionId> led = partitions(draft.state(), broker, partition -> partition.leader() == broker);
        List<PartitionId> leaderless = Elections.electOffline(draft, led, cause);
        PartitionStateMachine.stop(draft, leaderless, cause);
        leaveIsr(draft, broker, cause);
        Reassignments.endThoseInSync(draft, draft.state().topics().on(broker));
    }

    private static void leaveIsr(Draft draft, int broker, String cause) {
        Map<PartitionId, List<Integer>> shrunk = new LinkedHashMap<>();
        for (PartitionId id : draft.state().topics().on(broker)) {
            PartitionState partition = draft.state().topics().partition(id);
            if (partition.status() == PartitionStatus.ONLINE
                    && partition.leader() != broker
                    && partition.isr().contains(broker)) {
                shrunk.put(
                        id,
                        partition.isr().stream()
                                .filter(member -> member != broker)
                                .toList());
            }
        }
        PartitionStateMachine.changeIsr(draft, shrunk, cause);
    }

    /** Replicas that a live broker cannot serve, its disk being broken or full: they are Offline until it registers again. */
    static void replicasFailed(Draft draft, int broker, Collection<PartitionId> partitions) {
        String cause = "broker " + broker + " cannot serve the replica";
        List<PartitionId> serving = partitions.stream()
                .filter(id -> draft.state().topics().find(id.topic()).isPresent())
                .filter(id -> draft.state().topics().partition(id).replica(broker) == ReplicaStatus.ONLINE)
                .toList();
        ReplicaStateMachine.move(
                draft, serving.stream().map(id -> new ReplicaId(id, broker)).toList(), ReplicaStatus.OFFLINE, cause);
        List<PartitionId> led = serving.stream()
                .filter(id -> draft.state().topics().partition(id).leader() == broker)
                .toList();
        List<PartitionId> leaderless =
                PartitionStateMachine.elect(draft, led, new LeaderSelector.ControlledShutdown(broker), cause);
        PartitionStateMachine.stop(draft, leaderless, cause);
    }

    /** A broker wants to stop: others lead what they can, and it follows nobody any more (C9). */
    static Outcome<ShutdownReply> shutDown(
            ControllerState state, ControlledShutdown command, Circumstances circumstances) {
        int broker = command.brokerId();
        ErrorCode error = checkEpoch(state, broker, command.brokerEpoch());
        if (error != ErrorCode.NONE) {
            return Outcome.unchanged(new ShutdownReply(error, List.of()));
        }
        Draft draft = new Draft(state, circumstances.nowMs());
        String cause = "broker " + broker + " is shutting down";
        draft.add(new BrokerShuttingDown(broker, draft.nowMs(), cause));
        List<PartitionId> led = partitions(draft.state(), broker, partition -> partition.leader() == broker);
        List<PartitionId> remaining =
                PartitionStateMachine.elect(draft, led, new LeaderSelector.ControlledShutdown(broker), cause);
        leaveIsr(draft, broker, cause);
        List<TopicPartition> names = remaining.stream().map(draft.state()::name).toList();
        return draft.outcome(new ShutdownReply(ErrorCode.NONE, names));
    }

    /** Whether a message of that incarnation of the broker counts. */
    static ErrorCode checkEpoch(ControllerState state, int broker, long epoch) {
        BrokerState known = state.brokers().get(broker);
        if (known == null || !known.live()) {
            return ErrorCode.BROKER_ID_NOT_REGISTERED;
        }
        return known.info().epoch() == epoch ? ErrorCode.NONE : ErrorCode.STALE_BROKER_EPOCH;
    }

    private static List<ReplicaId> replicas(ControllerState state, int broker, Predicate<ReplicaStatus> wanted) {
        Collection<PartitionId> hosted = state.topics().on(broker);
        return hosted.stream()
                .filter(id -> wanted.test(state.topics().partition(id).replica(broker)))
                .map(id -> new ReplicaId(id, broker))
                .toList();
    }

    private static List<PartitionId> partitions(ControllerState state, int broker, Predicate<PartitionState> wanted) {
        return state.topics().on(broker).stream()
                .filter(id -> !state.topics().topic(id.topic()).deleting())
                .filter(id -> wanted.test(state.topics().partition(id)))
                .toList();
    }
}
