package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.BrokerFenced;
import dev.troupe.actors.controller.ControllerEvent.BrokerRegistered;
import dev.troupe.actors.controller.ControllerEvent.BrokerShuttingDown;
import dev.troupe.actors.controller.ControllerEvent.ConfigsAltered;
import dev.troupe.actors.controller.ControllerEvent.ControllerElected;
import dev.troupe.actors.controller.ControllerEvent.LeaderElectedUncleanly;
import dev.troupe.actors.controller.ControllerEvent.PartitionsAdded;
import dev.troupe.actors.controller.ControllerEvent.PartitionsChanged;
import dev.troupe.actors.controller.ControllerEvent.ProducerIdsAllocated;
import dev.troupe.actors.controller.ControllerEvent.ReassignmentsChanged;
import dev.troupe.actors.controller.ControllerEvent.ReplicasChanged;
import dev.troupe.actors.controller.ControllerEvent.TopicCreated;
import dev.troupe.actors.controller.ControllerEvent.TopicDeleted;
import dev.troupe.actors.controller.ControllerEvent.TopicDeletionStarted;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.controller.ControllerReport.DecisionReport;
import dev.troupe.protocol.controller.ControllerReport.Election;
import java.util.List;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * How events change the controller's state: the only way it changes, live and on replay. Total: an event of the journal is never
 * refused, as whoever wrote it had checked it.
 */
final class ControllerEvolution {
    /** Elections and decisions that are kept for operators; older ones are in the log of the node only. */
    static final int HISTORY = 200;

    private ControllerEvolution() {}

    /** The state after the event. */
    static ControllerState evolve(ControllerState state, ControllerEvent event) {
        ControllerState changed = switch (event) {
            case ControllerElected e -> elected(state, e);
            case BrokerRegistered e -> broker(state, new BrokerState(e.broker(), true, false, e.atMs()));
            case BrokerFenced e -> {
                BrokerState before = registered(state, e.broker());
                yield broker(state, new BrokerState(before.info(), false, false, e.atMs()));
            }
            case BrokerShuttingDown e -> {
                BrokerState before = registered(state, e.broker());
                yield broker(state, new BrokerState(before.info(), before.live(), true, before.sinceMs()));
            }
            case TopicCreated e -> state.withTopics(state.topics().plus(created(e)));
            case PartitionsAdded e -> state.withTopics(added(state.topics(), e));
            case PartitionsChanged e -> state.withTopics(partitionsChanged(state.topics(), e.changes()));
            case ReplicasChanged e -> state.withTopics(replicasChanged(state.topics(), e.changes()));
            case ReassignmentsChanged e -> state.withTopics(reassigned(state.topics(), e.changes()));
            case LeaderElectedUncleanly _ -> state;
            case TopicDeletionStarted e -> state.withTopics(state.topics().unlisted(e.topic()));
            case TopicDeleted e -> state.withTopics(state.topics().minus(e.topic()));
            case ConfigsAltered e -> configs(state, e);
            case ProducerIdsAllocated e -> state.withNextProducerId(e.first() + e.count());
        };
        return changed.next(bounded(
                state.decisions(),
                new DecisionReport(
                        state.version() + 1, event.atMs(), Decisions.describe(state, event), event.cause())));
    }

    private static ControllerState elected(ControllerState state, ControllerElected e) {
        Election election = new Election(e.epoch(), e.node(), e.atMs(), e.cause());
        return state.withElection(election, bounded(state.elections(), election));
    }

    private static BrokerState registered(ControllerState state, int broker) {
        BrokerState known = state.brokers().get(broker);
        if (known == null) {
            throw new IllegalStateException("broker " + broker + " has never registered");
        }
        return known;
    }

    private static ControllerState broker(ControllerState state, BrokerState broker) {
        return state.withBrokers(state.brokers().plus(broker.info().id(), broker));
    }

    private static TopicState created(TopicCreated e) {
        return new TopicState(
                e.name(), e.topic(), e.internal(), false, newPartitions(e.replicas()), HashTreePMap.from(e.configs()));
    }

    private static PVector<PartitionState> newPartitions(List<List<Integer>> replicas) {
        return TreePVector.from(replicas.stream().map(PartitionState::created).toList());
    }

    private static Topics added(Topics topics, PartitionsAdded e) {
        TopicState topic = topics.topic(e.topic());
        int known = topic.partitions().size();
        return topics.grown(topic.withPartitions(topic.partitions().plusAll(newPartitions(e.replicas()))), known);
    }

    private static Topics partitionsChanged(Topics topics, List<PartitionChange> changes) {
        Topics next = topics;
        for (PartitionChange change : changes) {
            PartitionState partition = next.partition(change.id()).with(change);
            next = next.changed(change.id(), partition);
        }
        return next;
    }

    private static Topics reassigned(Topics topics, List<ReassignmentChange> changes) {
        Topics next = topics;
        for (ReassignmentChange change : changes) {
            next = next.changed(change.id(), next.partition(change.id()).with(change));
        }
        return next;
    }

    private static Topics replicasChanged(Topics topics, List<ReplicaChange> changes) {
        Topics next = topics;
        for (ReplicaChange change : changes) {
            PartitionState partition = next.partition(change.id()).withReplica(change.broker(), change.status());
            next = next.changed(change.id(), partition);
        }
        return next;
    }

    private static ControllerState configs(ControllerState state, ConfigsAltered e) {
        PMap<String, String> set = HashTreePMap.from(e.configs());
        ConfigResource resource = e.resource();
        return switch (resource.type()) {
            case TOPIC -> {
                TopicState topic = state.topics().listed(resource.name()).orElseThrow();
                yield state.withTopics(state.topics().replaced(topic.withConfigs(set)));
            }
            case BROKER -> {
                if (resource.name().isEmpty()) {
                    yield state.withConfigs(set, state.brokerConfigs());
                }
                int broker = Integer.parseInt(resource.name());
                PMap<Integer, PMap<String, String>> single = set.isEmpty()
                        ? state.brokerConfigs().minus(broker)
                        : state.brokerConfigs().plus(broker, set);
                yield state.withConfigs(state.clusterConfigs(), single);
            }
        };
    }

    private static <T> PVector<T> bounded(PVector<T> history, T latest) {
        PVector<T> grown = history.plus(latest);
        return grown.size() > HISTORY ? grown.minus(0) : grown;
    }
}
