package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.OffsetsStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** Tells groups what no client asks of them: all those that have actors, and of the others only whom it concerns. */
final class GroupNotices {
    private static final int WOKEN_AT_ONCE = 1_000;
    private static final GroupCommand.Notify EXPIRY_DUE = new GroupCommand.Notify(new GroupInput.ExpiryDue());

    private final Tenures tenures;
    private final OffsetsStore store;
    private final GroupWaker waker;
    private final InstantSource wallClock;

    GroupNotices(Tenures tenures, OffsetsStore store, GroupWaker waker, InstantSource wallClock) {
        this.tenures = tenures;
        this.store = store;
        this.waker = waker;
        this.wallClock = wallClock;
    }

    void topicsDeleted(Set<String> topics) {
        GroupCommand.Notify deleted = new GroupCommand.Notify(new GroupInput.TopicsDeleted(topics));
        tellAwake(deleted);
        for (Tenure tenure : tenures.all()) {
            for (String groupId : store.groupsWithOffsetsOf(tenure.partition(), topics)) {
                tenure.group(groupId)
                        .filter(Tenure.Asleep.class::isInstance)
                        .ifPresent(group -> waker.tell(tenure, group, deleted));
            }
        }
    }

    void expiryDue() {
        tellAwake(EXPIRY_DUE);
    }

    /**
     * Wakes groups of which something has expired, not all at once.
     *
     * @return whether there are more of them
     */
    boolean wakeDue() {
        long nowMs = wallClock.millis();
        int left = WOKEN_AT_ONCE;
        for (Tenure tenure : tenures.all()) {
            List<Tenure.Asleep> due = tenure.asleepAndDue(nowMs, left);
            due.forEach(group -> waker.tell(tenure, group, EXPIRY_DUE));
            left -= due.size();
        }
        return left == 0;
    }

    private void tellAwake(GroupCommand.Notify notice) {
        for (Tenure tenure : tenures.all()) {
            for (Tenure.Entry group : tenure.groups()) {
                if (group instanceof Tenure.Awake(GroupDoor door)) {
                    door.tell(notice);
                }
            }
        }
    }
}
