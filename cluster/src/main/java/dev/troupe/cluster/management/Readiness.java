package dev.troupe.cluster.management;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/** What keeps a node from serving clients, asked anew each time. Any thread. */
public final class Readiness {
    private final Map<String, Supplier<Optional<String>>> checks = new ConcurrentSkipListMap<>();

    /**
     * Adds a check.
     *
     * @param part of the node that is checked
     * @param reason why it is not ready, or empty; must not block
     */
    public void check(String part, Supplier<Optional<String>> reason) {
        checks.put(part, reason);
    }

    /** A part is starting: the node is not ready until it is {@link #done}. */
    public void starting(String part) {
        check(part, () -> Optional.of("it is starting"));
    }

    /** A part has started. */
    public void done(String part) {
        checks.remove(part);
    }

    /** Why the node is not ready: part and reason, in the order of the parts' names; empty when it is. */
    public List<Reason> reasons() {
        List<Reason> reasons = new ArrayList<>();
        checks.forEach((part, check) -> check.get().ifPresent(reason -> reasons.add(new Reason(part, reason))));
        return List.copyOf(reasons);
    }

    /**
     * One thing that is missing.
     *
     * @param part of the node
     * @param reason in words
     */
    public record Reason(String part, String reason) {}
}
