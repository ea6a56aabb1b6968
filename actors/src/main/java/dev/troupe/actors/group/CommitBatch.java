package dev.troupe.actors.group;

import java.util.ArrayList;
import java.util.List;

/** Commits that came one after the other, to be kept by one write; more may come until it is closed. */
final class CommitBatch {
    private final List<GroupCommand.Ask<?>> asks = new ArrayList<>(1);
    private boolean closed;

    CommitBatch(GroupCommand.Ask<?> first) {
        asks.add(first);
    }

    /** Takes one more; false where it is closed. */
    boolean add(GroupCommand.Ask<?> ask) {
        return !closed && asks.add(ask);
    }

    /** What has come, in order; nothing comes any more. */
    List<GroupCommand.Ask<?>> close() {
        closed = true;
        return asks;
    }
}
