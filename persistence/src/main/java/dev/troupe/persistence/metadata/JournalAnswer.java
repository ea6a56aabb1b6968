package dev.troupe.persistence.metadata;

import dev.troupe.protocol.RemoteMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the journal says. */
public sealed interface JournalAnswer extends RemoteMessage {

    /** A change was made. */
    record Done() implements JournalAnswer {}

    /** A change was not made, as it came from a writer who does not know of what another wrote. */
    record Refused(String reason) implements JournalAnswer {}

    /** Answer to {@link JournalQuestion.HighestSeqNr}. */
    record SeqNr(long value) implements JournalAnswer {}

    /** Answer to {@link JournalQuestion.Events}; fewer than asked for only at the end. */
    record Page(List<StoredEvent> events) implements JournalAnswer {
        public Page {
            events = List.copyOf(events);
        }
    }

    /** Answer to {@link JournalQuestion.NewestSnapshot}. */
    record Found(@Nullable StoredSnapshot snapshot) implements JournalAnswer {}
}
