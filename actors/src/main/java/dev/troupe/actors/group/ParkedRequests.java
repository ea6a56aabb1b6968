package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEffect.Awaited;
import dev.troupe.protocol.ErrorCode;
import java.util.HashMap;
import java.util.Map;

/** Requests that wait for a generation or an assignment, at most one of each kind for a member. */
final class ParkedRequests {
    private final Map<Key, GroupCommand.Ask<?>> parked = new HashMap<>(2);

    /** Keeps a request; one that the member sent before is answered, as its client has given it up. */
    void park(Awaited awaited, String memberId, GroupCommand.Ask<?> ask) {
        GroupCommand.Ask<?> earlier = parked.put(new Key(awaited, memberId), ask);
        if (earlier != null) {
            earlier.answer(ErrorCode.REBALANCE_IN_PROGRESS);
        }
    }

    void release(Awaited awaited, String memberId, GroupReply reply) {
        GroupCommand.Ask<?> ask = parked.remove(new Key(awaited, memberId));
        if (ask != null) {
            ask.answer(reply);
        }
    }

    void refuseAll(ErrorCode error) {
        parked.values().forEach(ask -> ask.answer(error));
        parked.clear();
    }

    private record Key(Awaited awaited, String memberId) {}
}
