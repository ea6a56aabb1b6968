package dev.troupe.persistence.metadata;

import dev.troupe.persistence.metadata.JournalOperation.Append;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.pekko.util.ByteString;

/** Builds what tests put into a journal. */
final class Journals {
    static final String ID = "controller";

    private Journals() {}

    static Append append(String writer, long first, long last) {
        List<StoredEvent> events = LongStream.rangeClosed(first, last)
                .mapToObj(seqNr -> event(writer, seqNr))
                .toList();
        return new Append(ID, writer, events);
    }

    static StoredEvent event(String writer, long seqNr) {
        return new StoredEvent(
                seqNr, 1000 + seqNr, writer, "", new StoredEvent.Payload(7, "m", ByteString.fromInts(1)));
    }

    static StoredSnapshot snapshot(long seqNr, long timestamp) {
        return new StoredSnapshot(seqNr, timestamp, new StoredEvent.Payload(7, "s", ByteString.fromInts(2)));
    }
}
