package dev.troupe.cluster.node;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/**
 * A connection to another node over which nothing is said: it breaks when the other's process ends, however it ends, and that
 * nobody takes a new one tells an end from a cut (C8). Silence says nothing here: that is the failure detector's business.
 */
final class Lifeline implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MS = 1000;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final InetSocketAddress peer;
    private final Runnable whenGone;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Holds on to a node.
     *
     * @param peer where it listens; looked up anew at each attempt
     * @param whenGone called once, on a thread of its own, when its process has ended
     */
    Lifeline(InetSocketAddress peer, Runnable whenGone) {
        this.peer = peer;
        this.whenGone = whenGone;
        this.thread = Thread.ofVirtual().name("lifeline-" + peer).start(this::hold);
    }

    private void hold() {
        boolean held = false;
        while (!closed) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(peer.getHostString(), peer.getPort()), CONNECT_TIMEOUT_MS);
                held = true;
                untilItBreaks(socket);
            } catch (ConnectException refused) {
                if (held && !closed) {
                    whenGone.run();
                    return;
                }
                pause();
            } catch (IOException cut) {
                pause();
            }
        }
    }

    private static void untilItBreaks(Socket socket) {
        try {
            while (socket.getInputStream().read() >= 0) {
                // What the other says is not for us.
            }
        } catch (IOException reset) {
            // The next attempt to connect tells what it means.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets go. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
