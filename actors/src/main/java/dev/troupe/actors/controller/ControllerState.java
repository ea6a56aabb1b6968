package dev.troupe.actors.controller;

import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerReport.DecisionReport;
import dev.troupe.protocol.controller.ControllerReport.Election;
import java.util.Optional;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * All that the controller remembers (C4). Immutable; the next state shares what did not change.
 *
 * @param version how many events made it
 * @param epoch of the controller elected last, 0 before the first
 * @param node where that controller runs
 * @param electedAtMs since when
 * @param brokers every broker that has registered, live or not
 * @param topics all topics
 * @param clusterConfigs broker configs set for all brokers
 * @param brokerConfigs broker configs set for one broker
 * @param nextProducerId the first that nobody has been given
 * @param elections the latest elections of controllers, newest last
 * @param decisions the latest decisions, newest last (C14)
 */
record ControllerState(
        long version,
        int epoch,
        int node,
        long electedAtMs,
        PMap<Integer, BrokerState> brokers,
        Topics topics,
        PMap<String, String> clusterConfigs,
        PMap<Integer, PMap<String, String>> brokerConfigs,
        long nextProducerId,
        PVector<Election> elections,
        PVector<DecisionReport> decisions) {

    /** Before the first election. */
    static final ControllerState EMPTY = new ControllerState(
            0,
            0,
            -1,
            0,
            HashTreePMap.empty(),
            Topics.NONE,
            HashTreePMap.empty(),
            HashTreePMap.empty(),
            0,
            TreePVector.empty(),
            TreePVector.empty());

    /** Whether the broker is live. */
    boolean live(int broker) {
        BrokerState state = brokers.get(broker);
        return state != null && state.live();
    }

    /** Whether the broker may become leader of a partition. */
    boolean mayLead(int broker) {
        BrokerState state = brokers.get(broker);
        return state != null && state.mayLead();
    }

    /** The partition of a listed topic. */
    Optional<PartitionId> find(TopicPartition partition) {
        return topics.listed(partition.topic())
                .filter(topic -> partition.partition() >= 0
                        && partition.partition() < topic.partitions().size())
                .map(topic -> new PartitionId(topic.id(), partition.partition()));
    }

    /** Its name. */
    TopicPartition name(PartitionId id) {
        return new TopicPartition(topics.topic(id.topic()).name(), id.partition());
    }

    ControllerState withBrokers(PMap<Integer, BrokerState> next) {
        return new ControllerState(
                version,
                epoch,
                node,
                electedAtMs,
                next,
                topics,
                clusterConfigs,
                brokerConfigs,
                nextProducerId,
                elections,
                decisions);
    }

    ControllerState withTopics(Topics next) {
        return new ControllerState(
                version,
                epoch,
                node,
                electedAtMs,
                brokers,
                next,
                clusterConfigs,
                brokerConfigs,
                nextProducerId,
                elections,
                decisions);
    }

    ControllerState withConfigs(PMap<String, String> cluster, PMap<Integer, PMap<String, String>> single) {
        return new ControllerState(
                version,
                epoch,
                node,
                electedAtMs,
                brokers,
                topics,
                cluster,
                single,
                nextProducerId,
                elections,
                decisions);
    }

    ControllerState withNextProducerId(long next) {
        return new ControllerState(
                version,
                epoch,
                node,
                electedAtMs,
                brokers,
                topics,
                clusterConfigs,
                brokerConfigs,
                next,
                elections,
                decisions);
    }

    ControllerState withElection(Election election, PVector<Election> history) {
        return new ControllerState(
                version,
                election.epoch(),
                election.node(),
                election.atMs(),
                brokers,
                topics,
                clusterConfigs,
                brokerConfigs,
                nextProducerId,
                history,
                decisions);
    }

    /** One version on, with the decision that led there. */
    ControllerState next(PVector<DecisionReport> history) {
        return new ControllerState(
                version + 1,
                epoch,
                node,
                electedAtMs,
                brokers,
                topics,
                clusterConfigs,
                brokerConfigs,
                nextProducerId,
                elections,
                history);
    }
}
