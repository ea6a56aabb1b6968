package dev.troupe.cluster.config;

import dev.troupe.protocol.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Tries a node's ports before anything starts, so that one in use is told in one line and not by a half-started node. Port 0
 * becomes a free one here, once, so that all parts of the node tell the same number.
 */
public final class Ports implements AutoCloseable {
    // All are held until the last has been tried, so that two parts that want one port are found out.
    private final List<ServerSocket> held = new ArrayList<>();

    private Ports() {}

    /**
     * Tries all ports of a node.
     *
     * @return the settings with real port numbers
     * @throws StartFailure naming the port that is in use, and how to choose another
     */
    public static NodeSettings claim(NodeSettings node) {
        try (Ports ports = new Ports()) {
            return node.withEndpoints(
                    ports.claim(node.artery(), "the other nodes", "--artery-port"),
                    node.listeners().stream()
                            .map(listener -> ports.claim(listener, "Kafka clients", "--port"))
                            .toList(),
                    ports.claim(node.management(), "management", "--management-port"));
        }
    }

    private Endpoint claim(Endpoint endpoint, String purpose, String option) {
        String where = "cannot listen for " + purpose + " on " + endpoint.host() + ":" + endpoint.port();
        try {
            InetAddress address = InetAddress.getByName(endpoint.host());
            if (!address.isAnyLocalAddress() && NetworkInterface.getByInetAddress(address) == null) {
                throw new StartFailure(where + ": this machine has no such address");
            }
            return new Endpoint(endpoint.listener(), endpoint.host(), bind(address, endpoint.port()));
        } catch (IOException taken) {
            throw new StartFailure(where + " (" + taken.getMessage() + "); choose another port with " + option);
        }
    }

    @SuppressWarnings("AddressSelection") // the very address that was checked
    private int bind(InetAddress address, int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        held.add(socket);
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(address, port));
        return socket.getLocalPort();
    }

    @Override
    public void close() {
        for (ServerSocket socket : held) {
            try {
                socket.close();
            } catch (IOException ignored) {
                // It was bound, which is all that was to be known.
            }
        }
    }
}
