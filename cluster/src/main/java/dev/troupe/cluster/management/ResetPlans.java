package dev.troupe.cluster.management;

import dev.troupe.cluster.groups.ResetPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Plans that somebody has seen and may want to apply. Any thread. */
final class ResetPlans {
    private static final int MOST = 100;
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Map<String, Kept> byToken = new LinkedHashMap<>();

    /** Keeps a plan; the oldest gives way where there are too many. */
    synchronized void keep(ResetPlan plan, Instant now) {
        byToken.remove(plan.token());
        byToken.put(plan.token(), new Kept(plan, now));
        if (byToken.size() > MOST) {
            byToken.remove(byToken.keySet().iterator().next());
        }
    }

    /** A plan, once. */
    synchronized Optional<ResetPlan> take(String group, String token, Instant now) {
        byToken.values().removeIf(kept -> kept.at().plus(KEPT).isBefore(now));
        Kept found = byToken.get(token);
        if (found == null || !found.plan().group().equals(group)) {
            return Optional.empty();
        }
        byToken.remove(token);
        return Optional.of(found.plan());
    }

    private record Kept(ResetPlan plan, Instant at) {}
}
