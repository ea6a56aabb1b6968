package dev.troupe.cluster.management.http;

import dev.troupe.cluster.management.json.ErrorJson;
import org.apache.pekko.event.LoggingAdapter;
import org.apache.pekko.http.ParsingErrorHandler;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.scaladsl.model.ErrorInfo;
import org.apache.pekko.http.scaladsl.model.StatusCode;
import org.apache.pekko.http.scaladsl.settings.ServerSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client is told that does not speak HTTP, which mostly is one of Kafka's that was given the wrong port. Pekko HTTP finds
 * it by its name in the configuration.
 */
public final class NotHttp extends ParsingErrorHandler {
    /** Pekko looks for it under this name, as Scala's compiler would give it. */
    @SuppressWarnings("MemberName")
    public static final NotHttp MODULE$ = new NotHttp();

    private static final Logger LOG = LoggerFactory.getLogger(NotHttp.class);

    private NotHttp() {}

    @Override
    public HttpResponse handle(StatusCode status, ErrorInfo error, LoggingAdapter log, ServerSettings settings) {
        if (error.formatPretty().chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t')
                || error.summary().contains("HTTP method")) {
            LOG.info(
                    "A client of the management port speaks no HTTP; Kafka clients connect to the Kafka listener's port");
        } else {
            LOG.debug("A request is no proper HTTP: {}", error.formatPretty());
        }
        return ErrorJson.badRequest("this is no proper HTTP: " + error.summary(), "HTTP 1.1 is spoken here")
                .withStatus(status.intValue());
    }
}
