package dev.troupe.actors.client;

import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** A topic that a producer writes to: who leads it, as far as known, and what waits for its partitions. */
final class ProducerTopic {
    private final String name;
    private final List<OutboxState> outboxes = new ArrayList<>();
    private final List<Parcel> unplaced = new ArrayList<>();
    private List<Integer> leaders = List.of();
    private boolean asked;
    private int turn;

    ProducerTopic(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Broker ids by partition; empty while nobody has told them. */
    List<Integer> leaders() {
        return leaders;
    }

    void leaders(List<Integer> known) {
        leaders = known;
        while (outboxes.size() < known.size()) {
            outboxes.add(OutboxState.EMPTY);
        }
    }

    /** Whether it is to be asked now who leads it: not while that is under way. */
    boolean asks() {
        boolean first = !asked;
        asked = true;
        return first;
    }

    void answered() {
        asked = false;
    }

    OutboxState outbox(int partition) {
        return outboxes.get(partition);
    }

    void outbox(int partition, OutboxState state) {
        outboxes.set(partition, state);
    }

    List<TopicPartition> partitions() {
        return IntStream.range(0, outboxes.size())
                .mapToObj(partition -> new TopicPartition(name, partition))
                .toList();
    }

    /** Those that wait for a producer id. */
    List<TopicPartition> identifying() {
        return partitions().stream()
                .filter(each -> outbox(each.partition()).phase() == OutboxState.Phase.IDENTIFYING)
                .toList();
    }

    /** Where a record of that key goes; those without key take turns. */
    TopicPartition place(@Nullable ByteString key) {
        int count = outboxes.size();
        return new TopicPartition(
                name, key == null ? Math.floorMod(turn++, count) : ClientBatches.partitionOf(key, count));
    }

    /** What came before anybody told how many partitions there are. */
    List<Parcel> unplaced() {
        return unplaced;
    }

    List<Parcel> takeUnplaced() {
        List<Parcel> all = List.copyOf(unplaced);
        unplaced.clear();
        return all;
    }

    /** What has waited too long for that. */
    List<Parcel> takeOver(long nowNanos) {
        List<Parcel> over =
                unplaced.stream().filter(parcel -> parcel.isOver(nowNanos)).toList();
        unplaced.removeAll(over);
        return over;
    }
}
