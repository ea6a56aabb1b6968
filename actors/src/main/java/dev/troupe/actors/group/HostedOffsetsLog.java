package dev.troupe.actors.group;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.PartitionCommand;
import dev.troupe.actors.partition.PartitionView;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.offsets.OffsetsLog;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The replicas of {@code __consumer_offsets} on this node. */
final class HostedOffsetsLog implements OffsetsLog {
    private static final short ACKS_ALL = -1;

    private final HostedPartitions hosted;
    private final Duration timeout;
    private final LongSupplier nanoClock;

    HostedOffsetsLog(HostedPartitions hosted, Duration timeout, LongSupplier nanoClock) {
        this.hosted = hosted;
        this.timeout = timeout;
        this.nanoClock = nanoClock;
    }

    @Override
    public void append(int partition, ByteBuffer records, Consumer<AppendResult> done) {
        Optional<HostedPartition> replica = replica(partition);
        if (replica.isEmpty()) {
            done.accept(new AppendResult.Refused(
                    ErrorCode.NOT_LEADER_OR_FOLLOWER, "no replica of it is on this node", List.of()));
            return;
        }
        long deadline = nanoClock.getAsLong() + timeout.toNanos();
        replica.get().actor().tell(new PartitionCommand.Append(records, ACKS_ALL, deadline, done::accept));
    }

    @Override
    public Optional<LogView> view(int partition) {
        return replica(partition)
                .map(HostedPartition::view)
                .filter(view -> view.role() == PartitionView.Role.LEADER)
                .map(PartitionView::log);
    }

    private Optional<HostedPartition> replica(int partition) {
        return hosted.get(new TopicPartition(Groups.OFFSETS_TOPIC, partition));
    }
}
