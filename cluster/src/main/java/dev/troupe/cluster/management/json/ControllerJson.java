package dev.troupe.cluster.management.json;

import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.controller.ControllerReport;
import dev.troupe.protocol.controller.ControllerReport.BrokerReport;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who decides, and who did before.
 *
 * @param nodeId the node that is the controller
 * @param epoch its epoch: how many controllers there have been (C3)
 * @param since when it took office
 * @param version of its journal
 * @param staleOrdersRefused orders of deposed controllers that the node that was asked has refused since its start
 * @param elections the latest elections, newest first
 */
public record ControllerJson(
        int nodeId, int epoch, String since, long version, long staleOrdersRefused, List<Election> elections) {

    /** As the controller tells. */
    public static ControllerJson of(ControllerReport report, long staleOrdersRefused) {
        return new ControllerJson(
                report.node(),
                report.epoch(),
                time(report.electedAtMs()),
                report.version(),
                staleOrdersRefused,
                report.elections().reversed().stream()
                        .map(each -> new Election(each.epoch(), each.node(), time(each.atMs()), each.cause()))
                        .toList());
    }

    /** One controller's taking office. */
    public record Election(int epoch, int nodeId, String at, String cause) {}

    /**
     * A broker, live or not.
     *
     * @param since when it became live, or not live
     * @param replicas how many it has
     * @param leaders how many partitions it leads
     */
    public record Broker(
            int id,
            boolean live,
            String since,
            long epoch,
            List<Endpoint> endpoints,
            @Nullable String rack,
            int replicas,
            int leaders) {

        /** As the controller tells. */
        public static Broker of(BrokerReport broker) {
            return new Broker(
                    broker.info().id(),
                    broker.live(),
                    broker.since(),
                    broker.info().epoch(),
                    broker.info().endpoints(),
                    broker.info().rack(),
                    broker.replicas(),
                    broker.leaders());
        }
    }

    /**
     * Something the controller decided (C14).
     *
     * @param version of its journal then
     */
    public record Event(long version, String at, String what, String cause) {

        /** As the controller noted it. */
        public static Event of(ControllerReport.DecisionReport decision) {
            return new Event(decision.version(), time(decision.atMs()), decision.what(), decision.cause());
        }
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }
}
