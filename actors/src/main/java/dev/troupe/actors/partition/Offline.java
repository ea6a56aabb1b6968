package dev.troupe.actors.partition;

import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionCommand.DeleteRecords;
import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A replica that serves nobody: its log failed, it has not been told yet what to be, or it has been told to stop. */
final class Offline implements ReplicaRole {
    private final Replica replica;
    private final PartitionInfo info;
    private final ErrorCode error;
    private final @Nullable String reason;

    private Offline(Replica replica, PartitionInfo info, ErrorCode error, @Nullable String reason) {
        this.replica = replica;
        this.info = info;
        this.error = error;
        this.reason = reason;
    }

    /** Nobody has said yet what it shall be, or it has stopped. */
    static Offline idle(Replica replica) {
        return new Offline(
                replica,
                new PartitionInfo(
                        replica.partition().partition(), PartitionInfo.NO_LEADER, -1, -1, List.of(), List.of()),
                ErrorCode.NOT_LEADER_OR_FOLLOWER,
                null);
    }

    /** Its log can not be used. */
    static Offline failed(Replica replica, PartitionInfo info, String reason) {
        return new Offline(replica, info, ErrorCode.KAFKA_STORAGE_ERROR, reason);
    }

    @Override
    public PartitionInfo info() {
        return info;
    }

    @Override
    public void append(Append append) {
        append.replyTo().appended(new Refused(error, message(), List.of()));
    }

    @Override
    public void deleteRecords(DeleteRecords delete) {
        delete.replyTo().deleted(error, -1);
    }

    @Override
    public void replica(ReplicaMessage message) {
        if (message instanceof ReplicaFetch fetch) {
            fetch.replyTo().tell(new FetchRefused(fetch.fetch(), error, -1));
        }
    }

    @Override
    public void signal(PartitionSignal signal) {
        // Whatever it was for has ended.
    }

    @Override
    public void publish() {
        replica.publish(Role.OFFLINE, info, -1, reason);
    }

    @Override
    public void end(ErrorCode why, String ignored) {
        // Nothing is parked here.
    }

    private String message() {
        return replica.partition() + (reason == null ? " is not served here" : " is offline: " + reason);
    }
}
