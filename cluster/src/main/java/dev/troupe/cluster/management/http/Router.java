package dev.troupe.cluster.management.http;

import dev.troupe.cluster.management.json.ErrorJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.apache.pekko.http.javadsl.model.AttributeKeys;
import org.apache.pekko.http.javadsl.model.HttpEntity;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.stream.Materializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the endpoint of each request. Whatever is wrong with one, the answer is an {@link ErrorJson}. */
public final class Router {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
    private static final long LONGEST_BODY = 1 << 20;
    private static final long BODY_PATIENCE_MS = 5_000;
    private static final String HEAD = "HEAD";

    private final List<Endpoint> endpoints;
    private final Executor waiting;

    /**
     * @param endpoints all there is
     * @param waiting runs what may wait for other nodes and for files
     */
    public Router(List<Endpoint> endpoints, Executor waiting) {
        this.endpoints = List.copyOf(endpoints);
        this.waiting = waiting;
    }

    /** Answers a request; never fails. */
    public CompletionStage<HttpResponse> answer(HttpRequest request, Materializer materializer) {
        List<String> segments = segments(request);
        List<Endpoint> there = endpoints.stream()
                .filter(each -> each.match(segments).isPresent())
                .toList();
        String method =
                request.method().value().equals(HEAD) ? "GET" : request.method().value();
        Optional<Endpoint> found =
                there.stream().filter(each -> each.method().equals(method)).findFirst();
        if (found.isEmpty()) {
            request.discardEntityBytes(materializer);
            return CompletableFuture.completedFuture(there.isEmpty() ? unknown(request) : notAllowed(method, there));
        }
        Map<String, String> variables = found.get().match(segments).orElseThrow();
        return body(request, found.get(), materializer)
                .thenApplyAsync(body -> answer(request, found.get(), variables, body), waiting)
                .exceptionally(Router::unreadable);
    }

    private static CompletionStage<String> body(HttpRequest request, Endpoint endpoint, Materializer materializer) {
        if (endpoint.method().equals("GET")) {
            request.discardEntityBytes(materializer);
            return CompletableFuture.completedFuture("");
        }
        return request.entity()
                .withSizeLimit(LONGEST_BODY)
                .toStrict(BODY_PATIENCE_MS, materializer)
                .thenApply(HttpEntity.Strict::getData)
                .thenApply(bytes -> bytes.utf8String());
    }

    private static HttpResponse answer(
            HttpRequest request, Endpoint endpoint, Map<String, String> variables, String body) {
        try {
            Query query = new Query(request.getUri().query().toMap());
            query.require(endpoint.parameters());
            return endpoint.answer().apply(new Ask(request, variables, query, body, client(request)));
        } catch (BadAsk bad) {
            return ErrorJson.badRequest(String.valueOf(bad.getMessage()), bad.hint());
        } catch (CompletionException silent) {
            LOG.debug("{} {} got no answer", endpoint.method(), endpoint.path(), silent);
            return ErrorJson.unavailable(
                    "whoever knows does not answer",
                    "GET /ready tells what this node waits for; try again in a moment");
        } catch (RuntimeException fault) {
            LOG.error("Failed to answer {} {}", endpoint.method(), request.getUri(), fault);
            return ErrorJson.failed("this node failed to answer", "its log has the reason");
        }
    }

    /** Decoded; a slash at the end does not count. */
    private static List<String> segments(HttpRequest request) {
        List<String> segments = new ArrayList<>();
        request.getUri().pathSegments().forEach(segments::add);
        while (!segments.isEmpty() && segments.getLast().isEmpty()) {
            segments.removeLast();
        }
        return segments;
    }

    private static String client(HttpRequest request) {
        return request.getAttribute(AttributeKeys.remoteAddress)
                .flatMap(address -> address.getAddress())
                .map(address -> address.getHostAddress())
                .orElse("unknown");
    }

    private static HttpResponse unknown(HttpRequest request) {
        return ErrorJson.notFound("there is nothing at " + request.getUri().path(), "GET /api/v1 lists what there is");
    }

    private static HttpResponse notAllowed(String method, List<Endpoint> there) {
        String allowed = there.stream()
                .map(Endpoint::method)
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(TreeSet::new), methods -> String.join(", ", methods)));
        return ErrorJson.notAllowed(method + " is not served here", "this is asked by " + allowed)
                .addHeader(RawHeader.create("Allow", allowed));
    }

    private static HttpResponse unreadable(Throwable cause) {
        LOG.debug("A body could not be read", cause);
        return ErrorJson.badRequest(
                "the body could not be read", "at most " + LONGEST_BODY + " bytes are taken, and all of them at once");
    }
}
