package dev.troupe.actors.group;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

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

    /** Groups without an actor of which something has expired by then, wall clock; not more than so many. */
    List<Asleep> asleepAndDue(long nowMs, int most) {
        return groups.values().stream()
                .filter(Asleep.class::isInstance)
                .map(Asleep.class::cast)
                .filter(asleep -> asleep.dueMs() <= nowMs)
                .limit(most)
                .toList();
    }

    void put(Entry entry) {
        groups.put(entry.summary().groupId(), entry);
    }

    /** A group's actor has closed its door and leaves this in its place, unless another actor has taken it meanwhile. */
    void fellAsleep(GroupDoor door, Asleep asleep) {
        groups.replace(asleep.summary().groupId(), new Awake(door), asleep);
    }

    /** A dead group's actor has closed its door. */
    void gone(GroupDoor door) {
        groups.remove(door.summary().groupId(), new Awake(door));
    }

    /** A group that is here. */
    sealed interface Entry {
        GroupSummary summary();

        GroupTimeline timeline();
    }

    /** It has an actor. */
    record Awake(GroupDoor door) implements Entry {
        @Override
        public GroupSummary summary() {
            return door.summary();
        }

        @Override
        public GroupTimeline timeline() {
            return door.timeline();
        }
    }

    /**
     * It has none, as nobody has asked for it.
     *
     * @param dueMs when the first of its offsets expires, or the group itself, wall clock
     */
    record Asleep(GroupSummary summary, long dueMs, GroupTimeline timeline) implements Entry {
        static Asleep of(GroupState state, GroupLogic logic, GroupTimeline timeline) {
            return new Asleep(GroupSummary.of(state), logic.dueMs(state), timeline);
        }
    }
}
