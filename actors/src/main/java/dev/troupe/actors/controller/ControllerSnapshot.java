package dev.troupe.actors.controller;

import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.controller.ControllerReport.DecisionReport;
import dev.troupe.protocol.controller.ControllerReport.Election;
import java.util.List;
import java.util.Map;
import org.apache.pekko.persistence.typed.SnapshotAdapter;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.pcollections.TreePVector;

/** The controller's state as it is stored: what it says, without the indexes that make it quick to change. */
record ControllerSnapshot(
        long version,
        int epoch,
        int node,
        long electedAtMs,
        List<BrokerState> brokers,
        List<TopicState> topics,
        Map<String, String> clusterConfigs,
        Map<Integer, Map<String, String>> brokerConfigs,
        long nextProducerId,
        List<Election> elections,
        List<DecisionReport> decisions)
        implements Persisted {

    static ControllerSnapshot of(ControllerState state) {
        return new ControllerSnapshot(
                state.version(),
                state.epoch(),
                state.node(),
                state.electedAtMs(),
                List.copyOf(state.brokers().values()),
                List.copyOf(state.topics().byId().values()),
                state.clusterConfigs(),
                Map.copyOf(state.brokerConfigs()),
                state.nextProducerId(),
                state.elections(),
                state.decisions());
    }

    ControllerState state() {
        PMap<Integer, BrokerState> byId = HashTreePMap.empty();
        for (BrokerState broker : brokers) {
            byId = byId.plus(broker.info().id(), broker);
        }
        Topics all = Topics.NONE;
        for (TopicState topic : topics) {
            all = all.plus(topic);
        }
        PMap<Integer, PMap<String, String>> single = HashTreePMap.empty();
        for (Map.Entry<Integer, Map<String, String>> entry : brokerConfigs.entrySet()) {
            single = single.plus(entry.getKey(), HashTreePMap.from(entry.getValue()));
        }
        return new ControllerState(
                version,
                epoch,
                node,
                electedAtMs,
                byId,
                all,
                HashTreePMap.from(clusterConfigs),
                single,
                nextProducerId,
                TreePVector.from(elections),
                TreePVector.from(decisions));
    }

    /** Turns states into snapshots and back. */
    static final class Adapter implements SnapshotAdapter<ControllerState> {
        @Override
        public Object toJournal(ControllerState state) {
            return of(state);
        }

        @Override
        public ControllerState fromJournal(Object stored) {
            return ((ControllerSnapshot) stored).state();
        }
    }
}
