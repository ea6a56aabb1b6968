package dev.troupe.cluster.management;

import dev.troupe.cluster.management.json.ErrorJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.pekko.http.javadsl.model.ContentType;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;

/** The web console's files (M2), out of the jar: nothing else is in reach, and nothing is fetched from anywhere else. */
final class ConsoleFiles {
    /** A page may load and ask nothing but this node, and is nobody's frame: names of topics and records are hostile. */
    static final List<HttpHeader> HEADERS = List.of(
            RawHeader.create(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
            RawHeader.create("X-Content-Type-Options", "nosniff"),
            RawHeader.create("Referrer-Policy", "no-referrer"));

    private static final Pattern NAME = Pattern.compile("[a-z]+\\.[a-z]+");
    private static final Map<String, ContentType> TYPES = Map.of(
            "html", ContentTypes.TEXT_HTML_UTF8,
            "js", ContentTypes.parse("text/javascript; charset=utf-8"),
            "css", ContentTypes.parse("text/css; charset=utf-8"),
            "svg", ContentTypes.parse("image/svg+xml"));

    private ConsoleFiles() {}

    /** What a browser begins with. */
    static HttpResponse page() {
        return file("index.html");
    }

    /** One of its files. */
    static HttpResponse file(String name) {
        ContentType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        return type != null && NAME.matcher(name).matches()
                ? read(name).map(bytes -> response(type, bytes)).orElseGet(() -> missing(name))
                : missing(name);
    }

    /** The description of the API for programs. */
    static HttpResponse openApi() {
        return response(ContentTypes.APPLICATION_JSON, read("openapi.json").orElseThrow());
    }

    private static HttpResponse response(ContentType type, byte[] bytes) {
        return HttpResponse.create()
                .addHeader(RawHeader.create("Cache-Control", "no-cache"))
                .withEntity(HttpEntities.create(type, bytes));
    }

    private static Optional<byte[]> read(String name) {
        try (InputStream file = ConsoleFiles.class.getResourceAsStream("/management/" + name)) {
            return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static HttpResponse missing(String name) {
        return ErrorJson.notFound("the console has no file '" + name + "'", "GET / is where it begins");
    }
}
