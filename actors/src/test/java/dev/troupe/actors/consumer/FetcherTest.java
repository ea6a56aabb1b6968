package dev.troupe.actors.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.consumer.Fetcher.Fetch;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientBatches.Content;
import dev.troupe.protocol.record.ClientRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is read ahead, and what polls get of it. */
class FetcherTest {
    private static final TopicPartition A = new TopicPartition("t", 0);
    private static final TopicPartition B = new TopicPartition("t", 1);

    private final Fetcher fetcher = new Fetcher();
    private SubscriptionState state =
            SubscriptionState.EMPTY.with(Set.of(A, B), 1).seek(A, 0, 2).seek(B, 0, 3);

    @Test
    void readsEachPartitionOnceUntilAPollHasTakenWhatCame() {
        assertThat(fetcher.start(state)).containsExactlyInAnyOrder(new Fetch(A, 2), new Fetch(B, 3));
        assertThat(fetcher.start(state)).isEmpty();
        arrive(new Fetch(A, 2), 0, 1);
        assertThat(fetcher.start(state)).isEmpty();

        assertThat(poll(10)).containsExactly(0L, 1L);

        assertThat(fetcher.start(state)).containsExactly(new Fetch(A, 2));
        assertThat(next(A)).isEqualTo(2);
    }

    @Test
    void aPollTakesNoMoreThanItMayAndTheNextGoesOnThere() {
        fetcher.start(state);
        arrive(new Fetch(A, 2), 0, 1, 2);

        assertThat(poll(2)).containsExactly(0L, 1L);
        assertThat(next(A)).isEqualTo(2);
        assertThat(poll(2)).containsExactly(2L);
    }

    @Test
    void whoWasServedLastComesLastTheNextTime() {
        fetcher.start(state);
        arrive(new Fetch(A, 2), 0, 1);
        arrive(new Fetch(B, 3), 10, 11);

        assertThat(poll(1)).containsExactly(0L);
        assertThat(poll(1)).containsExactly(10L);
        assertThat(poll(2)).containsExactly(1L, 11L);
    }

    @Test
    void whatWasReadBeforeASeekIsForgotten() {
        fetcher.start(state);
        arrive(new Fetch(A, 2), 0, 1);
        state = state.seek(A, 7, 4);

        assertThat(poll(10)).isEmpty();
        assertThat(fetcher.start(state)).containsExactly(new Fetch(A, 4));
    }

    @Test
    void aPausedPartitionKeepsWhatItHas() {
        fetcher.start(state);
        arrive(new Fetch(A, 2), 0);
        state = state.paused(Set.of(A), true);
        assertThat(poll(10)).isEmpty();

        state = state.paused(Set.of(A), false);

        assertThat(poll(10)).containsExactly(0L);
    }

    @Test
    void onlyWhatPollsAreDoneWithIsCommitted() {
        fetcher.start(state);
        arrive(new Fetch(A, 2), 0, 1);
        poll(10);
        assertThat(state.committable(Set.of(A, B))).isEmpty();

        state = state.done();

        assertThat(state.committable(Set.of(A))).containsExactly(Map.entry(A, 2L));
    }

    private long next(TopicPartition partition) {
        return Objects.requireNonNull(state.partitions().get(partition)).next();
    }

    private void arrive(Fetch fetch, long... offsets) {
        fetcher.ended(fetch);
        List<ClientRecord> records = LongStream.of(offsets)
                .mapToObj(offset -> new ClientRecord(offset, 0, null, null, List.of()))
                .toList();
        fetcher.arrived(fetch, new Content(records, offsets[offsets.length - 1] + 1));
    }

    private List<Long> poll(int most) {
        Fetcher.Drained drained = fetcher.drain(most, state);
        state = drained.state();
        return drained.records().stream().map(ConsumedRecord::offset).toList();
    }
}
