package dev.troupe.cluster.management;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.management.json.ClusterJson;
import dev.troupe.cluster.management.json.ControllerJson;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.protocol.controller.ControllerReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.NotUsed;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.MediaTypes;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/events} as server-sent events: each decision of the controller, numbered by the version of its journal, and the
 * cluster in a few numbers whenever these change.
 *
 * <p>A client that reads slowly makes its own stream wait and then gets what is new by then, so nothing piles up for it. One
 * that comes back with {@code Last-Event-ID} gets what it has missed, as far as the controller remembers.
 */
final class EventStream {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    private static final int MOST_CLIENTS = 100;

    private final RecentReport controller;
    private final MetadataCache metadata;
    private final AtomicInteger clients = new AtomicInteger();

    EventStream(RecentReport controller, MetadataCache metadata) {
        this.controller = controller;
        this.metadata = metadata;
    }

    /**
     * Begins to stream to a client.
     *
     * @param after the version of the last event it has, negative where it wants only what is new
     */
    HttpResponse open(long after) {
        if (clients.incrementAndGet() > MOST_CLIENTS) {
            clients.decrementAndGet();
            return ErrorJson.unavailable(
                    MOST_CLIENTS + " clients listen already", "ask GET /api/v1/events?after=VERSION now and then");
        }
        return HttpResponse.create()
                .addHeader(RawHeader.create("Cache-Control", "no-store"))
                .withEntity(HttpEntities.createChunked(MediaTypes.TEXT_EVENT_STREAM.toContentType(), source(after)));
    }

    private Source<ByteString, NotUsed> source(long after) {
        return Source.tick(Duration.ZERO, INTERVAL, NotUsed.getInstance())
                .mapMaterializedValue(timer -> NotUsed.getInstance())
                .mapAsync(1, tick -> controller.get().handle((report, failure) -> Optional.ofNullable(report)))
                .statefulMapConcat(() -> new Reader(after, metadata)::news)
                .keepAlive(HEARTBEAT, () -> ByteString.fromString(": still here\n\n"))
                .watchTermination((before, ended) -> {
                    ended.whenComplete((done, failure) -> clients.decrementAndGet());
                    return before;
                });
    }

    /** How far one client is. */
    private static final class Reader {
        private final MetadataCache metadata;
        private long last;
        private @Nullable ClusterJson cluster;

        Reader(long after, MetadataCache metadata) {
            this.last = after;
            this.metadata = metadata;
        }

        Iterable<ByteString> news(Optional<ControllerReport> report) {
            List<ByteString> news = new ArrayList<>();
            ClusterJson now = ClusterJson.of(metadata.current());
            if (!now.equals(cluster)) {
                cluster = now;
                news.add(event("cluster", "", Json.line(now)));
            }
            report.ifPresent(known -> decisions(known, news));
            return news;
        }

        private void decisions(ControllerReport report, List<ByteString> news) {
            if (last < 0) {
                last = report.version();
            }
            long begun = last;
            for (ControllerReport.DecisionReport each : report.decisions()) {
                if (each.version() > begun) {
                    last = Math.max(last, each.version());
                    news.add(event(
                            "decision", "id: " + each.version() + "\n", Json.line(ControllerJson.Event.of(each))));
                }
            }
        }

        private static ByteString event(String name, String id, String data) {
            return ByteString.fromString(id + "event: " + name + "\ndata: " + data + "\n\n");
        }
    }
}
