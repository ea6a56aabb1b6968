package dev.troupe.cluster.management;

import dev.troupe.cluster.metrics.NodeMetrics;
import java.nio.charset.StandardCharsets;
import org.apache.pekko.http.javadsl.model.ContentType;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/** {@code /metrics}, as Prometheus wants it. */
final class MetricsPage {
    private static final ContentType TEXT = ContentTypes.parse("text/plain; version=0.0.4; charset=utf-8");

    private MetricsPage() {}

    static HttpResponse of(NodeMetrics metrics) {
        return HttpResponse.create()
                .withEntity(HttpEntities.create(TEXT, metrics.scrape().getBytes(StandardCharsets.UTF_8)));
    }
}
