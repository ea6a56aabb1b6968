package dev.troupe.protocol.controller;

import dev.troupe.protocol.RemoteMessage;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.BrokerInfo;
import java.util.List;

/**
 * What the controller shows of itself to an operator (C14, R2).
 *
 * @param epoch its epoch
 * @param node the node it runs on
 * @param electedAtMs since when, in ms of the wall clock
 * @param version of its journal
 * @param brokers every broker that ever registered and was not removed, live or not
 * @param elections the latest elections, newest last
 * @param deletions topics being deleted and what each waits for
 * @param reassignments those under way (C13)
 * @param decisions the latest decisions with their causes, newest last
 */
public record ControllerReport(
        int epoch,
        int node,
        long electedAtMs,
        long version,
        List<BrokerReport> brokers,
        List<Election> elections,
        List<Deletion> deletions,
        List<ReassignmentReport> reassignments,
        List<DecisionReport> decisions)
        implements RemoteMessage {
    public ControllerReport {
        brokers = List.copyOf(brokers);
        elections = List.copyOf(elections);
        deletions = List.copyOf(deletions);
        reassignments = List.copyOf(reassignments);
        decisions = List.copyOf(decisions);
    }

    /** A broker and what it carries. */
    public record BrokerReport(BrokerInfo info, boolean live, String since, int replicas, int leaders) {}

    /** One controller's election. */
    public record Election(int epoch, int node, long atMs, String cause) {}

    /** A topic being deleted: the step it is at, and the replicas that step waits for, as {@code topic-partition@broker}. */
    public record Deletion(String topic, TopicId id, String step, List<String> waitsFor) {
        public Deletion {
            waitsFor = List.copyOf(waitsFor);
        }
    }

    /** A partition that is on its way to other brokers: all it is assigned to now, what is being added, what will be removed. */
    public record ReassignmentReport(
            TopicPartition partition, List<Integer> replicas, List<Integer> adding, List<Integer> removing) {
        public ReassignmentReport {
            replicas = List.copyOf(replicas);
            adding = List.copyOf(adding);
            removing = List.copyOf(removing);
        }
    }

    /** One decision in words, and why it was made. */
    public record DecisionReport(long version, long atMs, String what, String cause) {}
}
