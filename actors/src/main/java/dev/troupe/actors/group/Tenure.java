package dev.troupe.actors.group;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * The time in which this node coordinates the groups of one partition of {@code __consumer_offsets} (G16): it begins with
 * loading and ends for good when the partition's leadership goes. Any thread reads; the coordinator writes.
 */
final class Tenure {
    /** How far it is. */
    enum Stage {
        LOADING,
        SERVING,
        ENDED
    }

    private final int partition;
    private final int leaderEpoch;
    private final ConcurrentMap<String, Entry> groups = new ConcurrentHashMap<>();
    private volatile Stage stage = Stage.LOADING;

    Tenure(int partition, int leaderEpoch) {
        this.partition = partition;
        this.leaderEpoch = leaderEpoch;
    }

    int partition() {
        return partition;
    }

    int leaderEpoch() {
        return leaderEpoch;
    }

    Stage stage() {
        return stage;
    }

    void serve() {
        stage = Stage.SERVING;
    }

    void end() {
        stage = Stage.ENDED;
    }

    Optional<Entry> group(String groupId) {
        return Optional.ofNullable(groups.get(groupId));
    }

    Collection<Entry> groups() {
        return groups.values();
    }

    void add(String groupId, ActorRef<GroupCommand> actor, GroupTimeline timeline) {
        groups.put(groupId, new Entry(actor, timeline, new GroupSummary(groupId, "", GroupPhase.EMPTY)));
    }

    void remove(String groupId) {
        groups.remove(groupId);
    }

    /** Called by the group's own actor after a change. */
    void publish(GroupSummary summary) {
        groups.computeIfPresent(
                summary.groupId(),
                (id, entry) ->
                        entry.summary().equals(summary) ? entry : new Entry(entry.actor(), entry.timeline(), summary));
    }

    /** A group that is here. */
    record Entry(ActorRef<GroupCommand> actor, GroupTimeline timeline, GroupSummary summary) {}
}
