package dev.troupe.cluster.kafka;

import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.protocol.ApiMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests under way on one connection, and their answers: sent in the order of the requests, as far as the peer takes
 * them. Used by the connection's event loop only.
 */
final class Answers {
    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    private final Channel channel;
    private final ConnectionInfo info;
    private final RequestMeters meters;
    private final Deque<Exchange> underWay = new ArrayDeque<>();
    private boolean written;

    Answers(Channel channel, ConnectionInfo info, RequestMeters meters) {
        this.channel = channel;
        this.info = info;
        this.meters = meters;
    }

    void await(Exchange exchange) {
        underWay.add(exchange);
    }

    int size() {
        return underWay.size();
    }

    /** Nobody will read them. */
    void abandon() {
        for (Exchange next = underWay.poll(); next != null; next = underWay.poll()) {
            next.abandon();
        }
    }

    /** Writes the answers whose turn it is. */
    void sendReady() {
        while (channel.isWritable()) {
            Exchange next = underWay.peek();
            if (next == null || !next.isDone()) {
                return;
            }
            underWay.remove();
            answer(next);
        }
    }

    /** Hands what was written to the socket, all at once; false where nothing was. */
    boolean flush() {
        if (!written) {
            return false;
        }
        written = false;
        channel.flush();
        return true;
    }

    private void answer(Exchange exchange) {
        ApiMessage response = exchange.response();
        if (response == null) {
            var _ = channel.close();
        } else if (exchange.isAnswered()) {
            send(exchange.request(), response);
        }
    }

    private void send(Request request, ApiMessage response) {
        short header = request.handler().key().responseHeaderVersion(request.version());
        long bytes = 0;
        try {
            for (Object part : ResponseEncoder.encode(
                    channel.alloc(), request.correlationId(), header, response, request.version())) {
                bytes += OutboundSize.of(part);
                var _ = channel.write(part, channel.voidPromise());
            }
            written = true;
            meters.sent(request.handler().key(), bytes);
        } catch (RuntimeException e) {
            LOG.error("Closing {}: cannot encode the answer {} in version {}", info, response, request.version(), e);
            var _ = channel.close();
        }
    }
}
