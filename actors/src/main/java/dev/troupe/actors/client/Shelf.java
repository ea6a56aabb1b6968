package dev.troupe.actors.client;

import dev.troupe.actors.client.ProducerCommand.Send;
import dev.troupe.protocol.record.ClientRecord;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** The records that a producer has in its care, by ticket. */
final class Shelf {
    private final InstantSource clock;
    private final Map<Long, Kept> kept = new HashMap<>();
    private long tickets;

    Shelf(InstantSource clock) {
        this.clock = clock;
    }

    private record Kept(Send send, long timestampMs) {}

    int size() {
        return kept.size();
    }

    long put(Send send) {
        kept.put(++tickets, new Kept(send, clock.millis()));
        return tickets;
    }

    Send get(long ticket) {
        return Objects.requireNonNull(kept.get(ticket)).send();
    }

    Send take(long ticket) {
        return Objects.requireNonNull(kept.remove(ticket)).send();
    }

    List<ClientRecord> records(List<Long> ofTickets) {
        return ofTickets.stream()
                .map(ticket -> Objects.requireNonNull(kept.get(ticket)))
                .map(each -> new ClientRecord(
                        0,
                        each.timestampMs(),
                        each.send().record().key(),
                        each.send().record().value(),
                        each.send().record().headers()))
                .toList();
    }

    /** How many bytes a record has, without what a batch adds. */
    static int size(NewRecord record) {
        return size(record.key())
                + size(record.value())
                + record.headers().stream()
                        .mapToInt(header -> header.name().length() + size(header.value()))
                        .sum();
    }

    private static int size(@Nullable ByteString bytes) {
        return bytes == null ? 0 : bytes.size();
    }
}
