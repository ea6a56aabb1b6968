package dev.troupe.cluster.management.json;

import dev.troupe.cluster.management.RestartCheck.Obstacle;
import java.util.List;

/**
 * Whether a node can be restarted without anybody noticing more than a change of leaders.
 *
 * @param canRestart whether nothing speaks against it
 * @param reasons what speaks against it
 */
public record RestartJson(int broker, boolean canRestart, List<Obstacle> reasons) {

    /** What the check found. */
    public static RestartJson of(int broker, List<Obstacle> obstacles) {
        return new RestartJson(broker, obstacles.isEmpty(), List.copyOf(obstacles));
    }
}
