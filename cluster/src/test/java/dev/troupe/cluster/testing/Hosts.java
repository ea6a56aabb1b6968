package dev.troupe.cluster.testing;

import java.util.List;

/** Where the nodes of a cluster live. */
public interface Hosts extends AutoCloseable {
    /** All on this machine's loopback. */
    Hosts LOOPBACK = new Hosts() {
        @Override
        public String toOthers(int id) {
            return "127.0.0.1";
        }

        @Override
        public String toClients(int id) {
            return "127.0.0.1";
        }

        @Override
        public List<String> command(int id) {
            return List.of();
        }

        @Override
        public void close() {}
    };

    /** Where the other nodes reach a node. */
    String toOthers(int id);

    /** Where clients reach it. */
    String toClients(int id);

    /** What runs a command on its host: words before the command's own. */
    List<String> command(int id);

    @Override
    void close();
}
