package dev.troupe.actors.controller;

import dev.troupe.protocol.controller.ControllerReport;
import dev.troupe.protocol.controller.ControllerReport.BrokerReport;
import dev.troupe.protocol.controller.ControllerReport.Deletion;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Shows the controller's state to operators (C14, R2). */
final class ControllerReports {
    private ControllerReports() {}

    static ControllerReport of(ControllerState state) {
        return new ControllerReport(
                state.epoch(),
                state.node(),
                state.electedAtMs(),
                state.version(),
                state.brokers().values().stream()
                        .map(broker -> broker(state, broker))
                        .sorted(Comparator.comparingInt(broker -> broker.info().id()))
                        .toList(),
                state.elections(),
                state.topics().byId().values().stream()
                        .filter(TopicState::deleting)
                        .map(topic -> deletion(state, topic))
                        .toList(),
                Reassignments.underWay(state),
                state.decisions());
    }

    private static BrokerReport broker(ControllerState state, BrokerState broker) {
        int id = broker.info().id();
        int leaders = (int) state.topics().on(id).stream()
                .filter(partition -> state.topics().partition(partition).leader() == id)
                .count();
        return new BrokerReport(
                broker.info(),
                broker.live(),
                Instant.ofEpochMilli(broker.sinceMs()).toString(),
                state.topics().on(id).size(),
                leaders);
    }

    private static Deletion deletion(ControllerState state, TopicState topic) {
        List<String> started = waiting(state, topic, ReplicaStatus.DELETION_STARTED);
        List<String> ineligible = waiting(state, topic, ReplicaStatus.DELETION_INELIGIBLE);
        return started.isEmpty()
                ? new Deletion(topic.name(), topic.id(), "waits for brokers that are down or failed", ineligible)
                : new Deletion(topic.name(), topic.id(), "brokers remove the files", started);
    }

    private static List<String> waiting(ControllerState state, TopicState topic, ReplicaStatus status) {
        return TopicDeletion.replicas(state, topic.id(), status::equals).stream()
                .map(replica -> state.name(replica.partition()) + "@" + replica.broker())
                .toList();
    }
}
