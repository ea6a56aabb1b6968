package dev.troupe.cluster.config;

import dev.troupe.protocol.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lists of listeners in Kafka's form: {@code NAME://HOST:PORT,…}; an IPv6 host stands in brackets. */
final class Endpoints {
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]+)://(?:\\[([^]]+)]|([^:\\[\\]]*)):(\\d{1,5})");

    private Endpoints() {}

    /**
     * Reads a list.
     *
     * @param key where it stands, for the message
     * @param text empty for none
     * @throws StartFailure if it is no such list
     */
    static List<Endpoint> parse(String key, String text) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.isBlank()) {
                endpoints.add(one(key, part.strip()));
            }
        }
        return List.copyOf(endpoints);
    }

    private static Endpoint one(String key, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(4)) > 65_535) {
            throw new StartFailure("invalid value '" + text + "' for troupe." + key
                    + ": it must be of the form NAME://HOST:PORT, the port up to 65535");
        }
        String host = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
        return new Endpoint(matcher.group(1), host.isEmpty() ? "0.0.0.0" : host, Integer.parseInt(matcher.group(4)));
    }
}
