package dev.troupe.cluster.kafka;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: cuts what arrives into frames, begins their requests in order, and sends the answers in that order
 * however they become ready (K3). All runs on the connection's event loop but what says otherwise.
 *
 * <p>It is not read from while it has too many requests under way, while the node's memory for requests is used up, or while
 * its peer does not read its answers. Nothing of that concerns another connection.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final Channel channel;
    private final ConnectionInfo info;
    private final Shared shared;
    private final FrameReader frames;
    private final Answers answers;
    private final AtomicBoolean drainScheduled = new AtomicBoolean();
    private final Runnable drain = this::drainScheduled;

    private boolean closed;
    private boolean reading;
    private boolean serving;
    private boolean waitsForMemory;
    private boolean stopping;
    private volatile long lastActivityNanos = System.nanoTime();

    Connection(Channel channel, ConnectionInfo info, FrameReader frames, Shared shared) {
        this.channel = channel;
        this.info = info;
        this.frames = frames;
        this.shared = shared;
        this.answers = new Answers(channel, info, shared.meters());
    }

    ConnectionInfo info() {
        return info;
    }

    /** The channel is closed: gives everything back. Requests under way go on, or stop waiting; their answers go nowhere. */
    void closed() {
        closed = true;
        frames.close();
        answers.abandon();
        shared.connections().remove(info.id());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (closed) {
            ReferenceCountUtil.release(message);
            return;
        }
        reading = true;
        frames.received((ByteBuf) message);
        serve();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        reading = false;
        lastActivityNanos = System.nanoTime();
        flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            lastActivityNanos = System.nanoTime();
            drain();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("Lost {}: {}", info, cause.toString());
        } else {
            LOG.warn("Closing {}", info, cause);
        }
        close();
    }

    /** A request has its answer. Called on any thread. */
    void completed() {
        if (channel.eventLoop().inEventLoop()) {
            if (!reading && !serving) {
                drain();
            }
        } else if (drainScheduled.compareAndSet(false, true)) {
            channel.eventLoop().execute(drain);
        }
    }

    /** Takes no more requests, and closes when those under way are answered. Called on any thread. */
    void stop() {
        channel.eventLoop().execute(() -> {
            stopping = true;
            channel.config().setAutoRead(false);
            closeIfDone();
        });
    }

    /** Closes it if it has had nothing to do since then, a time of {@code System.nanoTime()}. Called on any thread. */
    void closeIfIdleSince(long nanos) {
        if (lastActivityNanos - nanos < 0) {
            channel.eventLoop().execute(() -> {
                if (answers.size() == 0 && lastActivityNanos - nanos < 0) {
                    LOG.debug("Closing {}: it was idle", info);
                    close();
                }
            });
        }
    }

    private void drainScheduled() {
        drainScheduled.set(false);
        drain();
    }

    /** Begins requests as long as there are some and there is room. */
    private void serve() {
        serving = true;
        try {
            while (!closed && hasRoom()) {
                ByteBuf frame = frames.next();
                if (frame == null) {
                    break;
                }
                begin(frame);
                answers.sendReady();
            }
        } catch (MalformedRequest e) {
            LOG.info("Closing {}: {}", info, e.getMessage());
            answers.sendReady();
            flush();
            close();
        } finally {
            serving = false;
        }
        channel.config().setAutoRead(hasRoom());
    }

    private boolean hasRoom() {
        if (stopping || answers.size() >= shared.maxRequests() || !channel.isWritable()) {
            return false;
        }
        if (!shared.budget().hasRoom() && !frames.midFrame()) {
            waitForMemory();
        }
        return !waitsForMemory;
    }

    private void waitForMemory() {
        if (!waitsForMemory) {
            waitsForMemory = true;
            shared.budget().await(() -> channel.eventLoop().execute(this::resume));
        }
    }

    private void resume() {
        waitsForMemory = false;
        drain();
    }

    private void begin(ByteBuf frame) throws MalformedRequest {
        boolean held = false;
        try {
            Request request = shared.decoder().decode(frame.nioBuffer());
            shared.meters().received(request.handler().key(), frame.readableBytes());
            held = request.handler().key().requiresDelayedAllocation;
            begin(request, held ? frame : null);
        } finally {
            if (!held) {
                shared.budget().giveBack(frame.capacity());
                frame.release();
            }
        }
    }

    private void begin(Request request, @Nullable ByteBuf frame) {
        info.requested(request.clientId());
        if (request.body() instanceof ApiVersionsRequestData probe && request.version() >= 3) {
            info.runs(probe.clientSoftwareName(), probe.clientSoftwareVersion());
        }
        Exchange exchange = new Exchange(this, request, shared, frame);
        answers.await(exchange);
        exchange.begin(new RequestContext(
                request.version(), request.clientId(), info.host(), info.listener(), info.id(), channel.eventLoop()));
    }

    /** Sends what is ready, then goes on with requests that had to wait for it. */
    private void drain() {
        if (!closed) {
            answers.sendReady();
            serve();
            flush();
            closeIfDone();
        }
    }

    private void flush() {
        if (answers.flush()) {
            lastActivityNanos = System.nanoTime();
        }
    }

    private void closeIfDone() {
        if (stopping && answers.size() == 0) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void close() {
        var _ = channel.close();
    }
}
