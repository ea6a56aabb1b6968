package dev.troupe.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LifelineTest {
    private final CountDownLatch gone = new CountDownLatch(1);

    @Test
    void aProcessHasEndedWhenItsConnectionBreaksAndNobodyTakesANewOne() throws Exception {
        ServerSocket process = listen();
        try (Lifeline _ = new Lifeline(addressOf(process), gone::countDown)) {
            Socket held = process.accept();
            process.close();
            held.close();

            assertThat(gone.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aProcessThatTakesANewConnectionLives() throws Exception {
        try (ServerSocket process = listen();
                Lifeline _ = new Lifeline(addressOf(process), gone::countDown)) {
            process.accept().close();

            process.accept();
            assertThat(gone.getCount()).isOne();
        }
    }

    @Test
    void aProcessThatHasNotBegunYetHasNotEnded() throws Exception {
        ServerSocket earlier = listen();
        InetSocketAddress address = addressOf(earlier);
        earlier.close();
        try (Lifeline _ = new Lifeline(address, gone::countDown);
                ServerSocket process = new ServerSocket(address.getPort(), 1, InetAddress.getLoopbackAddress())) {
            process.accept();

            assertThat(gone.getCount()).isOne();
        }
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static InetSocketAddress addressOf(ServerSocket process) {
        return InetSocketAddress.createUnresolved("127.0.0.1", process.getLocalPort());
    }
}
