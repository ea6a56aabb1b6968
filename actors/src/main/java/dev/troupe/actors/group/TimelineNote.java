package dev.troupe.actors.group;

import java.time.Instant;
import java.util.List;

/** An entry of a {@link GroupTimeline} before it is worded. */
sealed interface TimelineNote {

    /** When it happened, wall clock. */
    long atMs();

    /** It in words. */
    String words();

    /**
     * Anything that is not a rebalance.
     *
     * @param wording with a %s for each part
     */
    record Happened(long atMs, String wording, List<Object> parts) implements TimelineNote {
        @Override
        public String words() {
            return wording.formatted(parts.toArray());
        }
    }

    /**
     * A rebalance begins; the trigger comes first.
     *
     * @param awaited the first of the members that are waited for
     * @param moreAwaited how many others are
     * @param withinMs how long it waits at most
     */
    record Begun(TimelineNote trigger, boolean gathering, List<String> awaited, int moreAwaited, long withinMs)
            implements TimelineNote {
        @Override
        public long atMs() {
            return trigger.atMs();
        }

        @Override
        public String words() {
            return trigger.words() + ": a rebalance begins" + waiting();
        }

        private String waiting() {
            String until = " until " + Instant.ofEpochMilli(atMs() + withinMs) + " at most";
            if (gathering) {
                return ", gathering first members" + until;
            }
            if (awaited.isEmpty()) {
                return " and waits for nobody";
            }
            return ", waiting for " + String.join(", ", awaited)
                    + (moreAwaited == 0 ? "" : " and " + moreAwaited + " others") + until;
        }
    }
}
