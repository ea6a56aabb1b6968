package dev.troupe.cluster.management.http;

import java.util.Map;
import java.util.Objects;
import org.apache.pekko.http.javadsl.model.HttpRequest;

/**
 * A request that has found its endpoint.
 *
 * @param request as it came
 * @param variables of the path, decoded
 * @param query what stands after the question mark
 * @param body of a POST, else empty
 * @param client the peer's address, for the log
 */
public record Ask(HttpRequest request, Map<String, String> variables, Query query, String body, String client) {

    /** A variable of the path. */
    public String variable(String name) {
        return Objects.requireNonNull(variables.get(name), name);
    }

    /**
     * A variable that must be a number, 0 or more.
     *
     * @throws BadAsk where it is none
     */
    public int number(String name) {
        try {
            int number = Integer.parseInt(variable(name));
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException word) {
            // Told below, as a negative one is.
        }
        throw new BadAsk("'" + variable(name) + "' is no " + name, "a number from 0 on stands there");
    }
}
