package dev.troupe.protocol.controller;

import dev.troupe.protocol.TopicPartition;
import java.util.List;

/**
 * A leader's wish for another ISR (L6).
 *
 * @param partition which partition
 * @param leaderEpoch the epoch in which the sender leads it
 * @param partitionEpoch the partition epoch the wish is based on
 * @param isr the ISR it shall have
 */
public record IsrChange(TopicPartition partition, int leaderEpoch, int partitionEpoch, List<Integer> isr) {
    public IsrChange {
        isr = List.copyOf(isr);
    }
}
