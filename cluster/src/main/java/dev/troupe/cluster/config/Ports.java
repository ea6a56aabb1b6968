package dev.troupe.cluster.config;

import dev.troupe.protocol.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Tries a node's ports before anything starts, so that one in use is told in one line and not by a half-started node. Port 0
 * becomes a free one here, once, so that all parts of the node tell the same number.
 */
public final class Ports {
    private Ports() {}

    /**
     * Tries all ports of a node.
     *
     * @return the settings with real port numbers
     * @throws StartFailure naming the port that is in use, and how to choose another
     */
    public static NodeSettings claim(NodeSettings node) {
        return node.withEndpoints(
                claim(node.artery(), "the other nodes", "--artery-port"),
                node.listeners().stream()
                        .map(listener -> claim(listener, "Kafka clients", "--port"))
                        .toList(),
                claim(node.management(), "management", "--management-port"));
    }

    private static Endpoint claim(Endpoint endpoint, String purpose, String option) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(endpoint.host()), endpoint.port()));
            return new Endpoint(endpoint.listener(), endpoint.host(), socket.getLocalPort());
        } catch (IOException taken) {
            throw new StartFailure("cannot listen for " + purpose + " on " + endpoint.host() + ":" + endpoint.port()
                    + " (" + taken.getMessage() + "); choose another port with " + option);
        }
    }
}
