package dev.troupe.cluster.kafka;

import dev.troupe.protocol.Endpoint;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts Kafka clients on one address and serves their requests. Few threads serve all connections; none waits for one. */
public final class KafkaListener {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaListener.class);
    private static final int BACKLOG = 1024;

    private final ListenerSettings settings;
    private final Endpoint endpoint;
    private final Shared shared;
    private final EventLoopGroup eventLoops;
    private final ChannelGroup clients = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Clock clock;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private KafkaListener(
            ListenerSettings settings, Endpoint endpoint, ApiRegistry registry, RequestMeters meters, Clock clock) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.shared = new Shared(
                new Connections(settings.maxConnections()),
                new RequestDecoder(registry),
                new MemoryBudget(settings.queuedMaxBytesOrShare()),
                meters,
                settings.maxRequestsPerConnection());
        this.clock = clock;
        this.eventLoops = new MultiThreadIoEventLoopGroup(
                settings.eventLoops(),
                new DefaultThreadFactory("kafka-" + endpoint.listener().toLowerCase(java.util.Locale.ROOT), true),
                Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /**
     * Starts to listen.
     *
     * @param endpoint where; port 0 is any free one
     * @return the listener, which accepts already
     * @throws IOException if it cannot listen there, naming the address and the reason
     */
    public static Bound start(
            ListenerSettings settings, Endpoint endpoint, ApiRegistry registry, RequestMeters meters, Clock clock)
            throws IOException {
        return new KafkaListener(settings, endpoint, registry, meters, clock).bind();
    }

    private Bound bind() throws IOException {
        try {
            Channel server = bootstrap()
                    .bind(endpoint.host(), endpoint.port())
                    .syncUninterruptibly()
                    .channel();
            long period = Math.max(1, settings.maxIdle().toMillis() / 10);
            var _ = eventLoops.scheduleWithFixedDelay(this::closeIdle, period, period, TimeUnit.MILLISECONDS);
            shared.meters().watch(endpoint.listener(), shared);
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            return new Bound(this, server, new Endpoint(endpoint.listener(), endpoint.host(), port));
        } catch (Exception e) { // Netty throws the bind's IOException without declaring it
            var _ = eventLoops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new IOException(
                    "cannot listen for Kafka clients on " + endpoint.host() + ":" + endpoint.port() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private ServerBootstrap bootstrap() {
        Class<? extends ServerChannel> type =
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        int high = settings.writeBufferBytes();
        return new ServerBootstrap()
                .group(eventLoops)
                .channel(type)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.MESSAGE_SIZE_ESTIMATOR, new OutboundSize())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(high / 2, high))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                });
    }

    private void accept(Channel channel) {
        long id = shared.connections().admit();
        if (id < 0) {
            var _ = channel.close();
            return;
        }
        InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
        ConnectionInfo info = new ConnectionInfo(
                id, peer.getAddress().getHostAddress(), peer.getPort(), endpoint.listener(), clock.instant());
        FrameReader frames = new FrameReader(channel.alloc(), shared.budget(), settings.maxRequestBytes());
        Connection connection = new Connection(channel, info, frames, shared);
        channel.config().setRecvByteBufAllocator(new FrameBuffers(frames));
        channel.pipeline().addLast(connection);
        shared.connections().add(connection);
        clients.add(channel);
        channel.closeFuture().addListener(closed -> connection.closed());
    }

    private void closeIdle() {
        long since = System.nanoTime() - settings.maxIdle().toNanos();
        for (Connection connection : shared.connections().all()) {
            connection.closeIfIdleSince(since);
        }
    }

    private CompletionStage<Void> stop(Channel server) {
        if (!stopping.compareAndSet(false, true)) {
            return stopped;
        }
        server.close().addListener(closed -> {
            shared.connections().all().forEach(Connection::stop);
            var _ = eventLoops.schedule(
                    this::closeClients, settings.stopTimeout().toMillis(), TimeUnit.MILLISECONDS);
            // Last, for without clients this ends the event loops at once.
            clients.newCloseFuture().addListener(all -> shutDown());
        });
        return stopped;
    }

    private void closeClients() {
        var _ = clients.close();
    }

    private void shutDown() {
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).addListener(done -> {
            LOG.debug("Kafka listener {} has stopped", endpoint.listener());
            stopped.complete(null);
        });
    }

    /** A listener that accepts clients. */
    public static final class Bound implements AutoCloseable {
        private final KafkaListener listener;
        private final Channel server;
        private final Endpoint endpoint;

        private Bound(KafkaListener listener, Channel server, Endpoint endpoint) {
            this.listener = listener;
            this.server = server;
            this.endpoint = endpoint;
        }

        /** Where it listens, with the real port. */
        public Endpoint endpoint() {
            return endpoint;
        }

        /** Who is connected. */
        public Connections connections() {
            return listener.shared.connections();
        }

        /** Bytes that requests under way take in memory. */
        public long queuedBytes() {
            return listener.shared.budget().used();
        }

        /** Accepts nobody any more, answers what is under way, within bounds, and closes all connections. */
        public CompletionStage<Void> stop() {
            return listener.stop(server);
        }

        /** As {@link #stop()}, and waits for it. */
        @Override
        public void close() {
            stop().toCompletableFuture().join();
        }
    }
}
