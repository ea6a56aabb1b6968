package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.persistence.log.ProducerStates.Verdict;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.record.RecordBatch;
import org.junit.jupiter.api.Test;

class ProducerStatesTest {
    private final ProducerStates producers = new ProducerStates();
    private long nextOffset;

    @Test
    void takesBatchesInOrder() {
        accept(0, 0, 3);
        accept(0, 3, 1);
        assertThat(check(0, 4, 1)).isInstanceOf(Verdict.Next.class);
    }

    @Test
    void knowsTheLastFiveBatchesAgain() {
        for (int i = 0; i < 7; i++) {
            accept(0, i, 1);
        }
        for (int i = 2; i < 7; i++) {
            assertThat(check(0, i, 1))
                    .isInstanceOfSatisfying(
                            Verdict.Duplicate.class,
                            duplicate ->
                                    assertThat(duplicate.of().firstOffset()).isBetween(2L, 6L));
        }
        assertThat(errorOf(check(0, 1, 1))).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void refusesAGapAndNamesBothNumbers() {
        accept(0, 0, 1);
        assertThat(check(0, 5, 1)).isInstanceOfSatisfying(Verdict.Refused.class, refused -> {
            assertThat(refused.error()).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
            assertThat(refused.message()).contains("expected sequence 1").contains("received 5");
        });
    }

    @Test
    void wrapsAroundAtTheLargestInt() {
        producers.forgive();
        accept(0, Integer.MAX_VALUE - 1, 3);
        assertThat(check(0, 1, 1)).isInstanceOf(Verdict.Next.class);
        assertThat(check(0, Integer.MAX_VALUE - 1, 3)).isInstanceOf(Verdict.Duplicate.class);
    }

    @Test
    void refusesAnOlderEpochAndStartsANewerOneAtZero() {
        accept(1, 0, 1);
        assertThat(errorOf(check(0, 1, 1))).isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH);
        assertThat(errorOf(check(2, 1, 1))).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        accept(2, 0, 1);
        assertThat(errorOf(check(1, 1, 1))).isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void wantsAnUnknownProducerToStartAtZero() {
        assertThat(errorOf(check(0, 1, 1))).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(check(0, 0, 1)).isInstanceOf(Verdict.Next.class);
    }

    @Test
    void takesAnUnknownProducerWhereItStandsOnceOneHasExpired() {
        accept(0, 0, 1);
        producers.expire(999, 1000);
        assertThat(errorOf(check(0, 5, 1))).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        producers.expire(1000, 1000);
        assertThat(check(0, 5, 1)).isInstanceOf(Verdict.Next.class);
    }

    private void accept(int epoch, int sequence, int count) {
        RecordBatch batch = batch(epoch, sequence, count);
        assertThat(producers.check(batch)).isInstanceOf(Verdict.Next.class);
        batch.assign(nextOffset, 0);
        nextOffset += count;
        producers.update(batch, 0);
    }

    private Verdict check(int epoch, int sequence, int count) {
        return producers.check(batch(epoch, sequence, count));
    }

    private static ErrorCode errorOf(Verdict verdict) {
        return ((Verdict.Refused) verdict).error();
    }

    private static RecordBatch batch(int epoch, int sequence, int count) {
        Batches batch = Batches.batch().producer(7, epoch, sequence);
        for (int i = 0; i < count; i++) {
            batch.record(1000, "k", "v");
        }
        return new RecordBatch(batch.build(), 0);
    }
}
