package dev.troupe.actors.consumer;

import dev.troupe.actors.consumer.SubscriptionState.Position;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientBatches.Content;
import dev.troupe.protocol.record.ClientRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What has been read and no poll has asked for yet: of each partition the answer to one read at most, so that a slow application
 * bounds what is kept for it. Only its actor uses it.
 */
final class Fetcher {
    private final Map<TopicPartition, Buffer> buffers = new LinkedHashMap<>();
    private final Set<Fetch> underWay = new HashSet<>();

    /** A read: where, and of which version of the position. */
    record Fetch(TopicPartition partition, int version) {}

    /** Records that wait, and where it goes on after them. */
    private record Buffer(int version, Deque<ClientRecord> records, long next) {}

    /** What a poll gets, and the state after it. */
    record Drained(List<ConsumedRecord> records, SubscriptionState state) {}

    /** Which reads are to be sent now: of all that has nothing waiting and no read under way. They are under way from now on. */
    List<Fetch> start(SubscriptionState state) {
        buffers.entrySet()
                .removeIf(each -> !isWanted(each.getKey(), each.getValue().version(), state));
        List<Fetch> due = new ArrayList<>();
        state.partitions().forEach((partition, position) -> {
            Fetch fetch = new Fetch(partition, position.version());
            if (position.isFetchable() && !buffers.containsKey(partition) && underWay.add(fetch)) {
                due.add(fetch);
            }
        });
        return due;
    }

    /** Whether what was read of that version is still of use. */
    private static boolean isWanted(TopicPartition partition, int version, SubscriptionState state) {
        Position position = state.partitions().get(partition);
        return position != null && position.version() == version;
    }

    /** A read has ended, with or without an answer. */
    void ended(Fetch fetch) {
        underWay.remove(fetch);
    }

    /** Whether what is read for that is still of use. */
    boolean isWanted(Fetch fetch, SubscriptionState state) {
        return isWanted(fetch.partition(), fetch.version(), state);
    }

    /** A read has brought records. */
    void arrived(Fetch fetch, Content content) {
        buffers.put(
                fetch.partition(),
                new Buffer(fetch.version(), new ArrayDeque<>(content.records()), content.nextOffset()));
    }

    /** Takes so many records at most, of partitions in turn: whoever was served last comes last the next time. */
    Drained drain(int most, SubscriptionState before) {
        SubscriptionState state = before;
        List<ConsumedRecord> taken = new ArrayList<>();
        Map<TopicPartition, Buffer> left = new LinkedHashMap<>();
        Iterator<Map.Entry<TopicPartition, Buffer>> all = buffers.entrySet().iterator();
        while (all.hasNext() && taken.size() < most) {
            Map.Entry<TopicPartition, Buffer> each = all.next();
            Position position = before.partitions().get(each.getKey());
            Buffer buffer = each.getValue();
            if (position == null || position.version() != buffer.version()) {
                all.remove();
            } else if (!position.paused()) {
                all.remove();
                state = state.advanced(each.getKey(), take(each.getKey(), buffer, most, taken));
                if (!buffer.records().isEmpty()) {
                    left.put(each.getKey(), buffer);
                }
            }
        }
        buffers.putAll(left);
        return new Drained(taken, state);
    }

    private static long take(TopicPartition partition, Buffer buffer, int most, List<ConsumedRecord> taken) {
        while (!buffer.records().isEmpty()) {
            if (taken.size() == most) {
                return buffer.records().element().offset();
            }
            taken.add(new ConsumedRecord(partition, buffer.records().remove()));
        }
        return buffer.next();
    }
}
