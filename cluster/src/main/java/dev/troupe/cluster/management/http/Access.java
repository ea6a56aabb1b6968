package dev.troupe.cluster.management.http;

import dev.troupe.cluster.management.json.ErrorJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;

/**
 * Who may ask: everybody, or who knows the name and the password (HTTP Basic, RFC 7617). And that changes come from pages of
 * this node's own: a browser sends the password along whatever page makes the request.
 *
 * @param user empty where everybody may ask
 * @param password not empty where the user is not
 */
public record Access(String user, String password) {
    private static final HttpHeader CHALLENGE =
            RawHeader.create("WWW-Authenticate", "Basic realm=\"troupe\", charset=\"UTF-8\"");

    /** The refusal, if the request is refused. */
    public Optional<HttpResponse> refusal(HttpRequest request) {
        if (!isKnown(request)) {
            return Optional.of(ErrorJson.unauthorized(
                            "name and password are needed, and these are not the right ones",
                            "they stand in troupe.management.user and troupe.management.password")
                    .addHeader(CHALLENGE));
        }
        return request.method().value().equals("POST") && isFromElsewhere(request)
                ? Optional.of(ErrorJson.forbidden(
                        "a page of another site has sent this", "changes are made from this node's own pages"))
                : Optional.empty();
    }

    private boolean isKnown(HttpRequest request) {
        if (user.isEmpty()) {
            return true;
        }
        byte[] right = Base64.getEncoder().encode((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return header(request, "Authorization")
                .filter(value -> value.regionMatches(true, 0, "Basic ", 0, 6))
                .map(value -> value.substring(6).strip().getBytes(StandardCharsets.UTF_8))
                // Takes equally long whatever is wrong.
                .filter(given -> MessageDigest.isEqual(given, right))
                .isPresent();
    }

    private static boolean isFromElsewhere(HttpRequest request) {
        Optional<String> origin = header(request, "Origin");
        return origin.isPresent()
                && header(request, "Host")
                        .filter(host -> origin.get().endsWith("://" + host))
                        .isEmpty();
    }

    private static Optional<String> header(HttpRequest request, String name) {
        return request.getHeader(name).map(HttpHeader::value);
    }
}
