package dev.troupe.cluster.config;

import com.typesafe.config.Config;
import dev.troupe.protocol.Endpoint;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a node must know of itself before it starts.
 *
 * @param nodeId its number
 * @param clusterId its cluster's id, empty where it is not given
 * @param dataDir where everything is kept
 * @param rack where it stands, empty where it is not told
 * @param seeds nodes to join, as host:port of their Artery; none where it runs alone
 * @param voters nodes that keep the metadata, by number and in order; none where the seeds decide
 * @param artery where other nodes reach it
 * @param listeners where Kafka clients connect
 * @param advertised what Kafka clients are told, empty where it is the same
 * @param management where HTTP is served
 * @param loggingLevel how much it says
 */
public record NodeSettings(
        int nodeId,
        String clusterId,
        Path dataDir,
        String rack,
        List<String> seeds,
        List<Integer> voters,
        Endpoint artery,
        List<Endpoint> listeners,
        List<Endpoint> advertised,
        Endpoint management,
        String loggingLevel) {

    /**
     * Reads them.
     *
     * @param troupe all keys without the namespace
     * @throws StartFailure naming what is wrong
     */
    public static NodeSettings from(Config troupe) {
        NodeSettings settings = new NodeSettings(
                troupe.getInt("node.id"),
                troupe.getString("cluster.id"),
                home().resolve(troupe.getString("data.dir")).toAbsolutePath().normalize(),
                troupe.getString("broker.rack"),
                List.copyOf(troupe.getStringList("seeds")),
                troupe.getIntList("metadata.voters").stream().sorted().toList(),
                new Endpoint("artery", troupe.getString("artery.host"), troupe.getInt("artery.port")),
                Endpoints.parse("listeners", troupe.getString("listeners")),
                Endpoints.parse("advertised.listeners", troupe.getString("advertised.listeners")),
                new Endpoint("management", troupe.getString("management.host"), troupe.getInt("management.port")),
                troupe.getString("logging.level"));
        if (settings.listeners.isEmpty()) {
            throw new StartFailure("invalid value '' for troupe.listeners: one listener at least is needed");
        }
        if (!troupe.getBoolean("allow-insecure")) {
            settings.refuseOpenAddresses();
        }
        return settings;
    }

    NodeSettings withEndpoints(Endpoint arteryNow, List<Endpoint> listenersNow, Endpoint managementNow) {
        return new NodeSettings(
                nodeId,
                clusterId,
                dataDir,
                rack,
                seeds,
                voters,
                arteryNow,
                List.copyOf(listenersNow),
                advertised,
                managementNow,
                loggingLevel);
    }

    /** What Kafka clients are told to connect to. */
    public List<Endpoint> toldToClients() {
        return advertised.isEmpty() ? listeners : advertised;
    }

    /** The folder that relative paths start at: Troupe's own, as the start script tells. */
    private static Path home() {
        return Path.of(System.getProperty("troupe.home", ""));
    }

    private void refuseOpenAddresses() {
        listeners.forEach(listener -> refuseOpen("listeners", listener));
        refuseOpen("artery.host", artery);
        refuseOpen("management.host", management);
    }

    private static void refuseOpen(String key, Endpoint endpoint) {
        try {
            if (!InetAddress.getByName(endpoint.host()).isLoopbackAddress()) {
                throw new StartFailure("troupe." + key + " names " + endpoint.host()
                        + ", where others could connect without encryption or login;"
                        + " set troupe.allow-insecure = true to permit that");
            }
        } catch (UnknownHostException unknown) {
            throw new StartFailure(
                    "invalid value '" + endpoint.host() + "' for troupe." + key + ": no such host is known");
        }
    }
}
