package dev.troupe.actors.partition;

import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionCommand.DeleteRecords;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;

/** How a replica's actor behaves at the time. An {@link IOException} from any of it takes the replica offline. */
sealed interface ReplicaRole permits Leader, Follower, Offline {

    /** Leadership as it is known to this role. */
    PartitionInfo info();

    void append(Append append) throws IOException;

    void deleteRecords(DeleteRecords delete);

    void replica(ReplicaMessage message) throws IOException;

    void signal(PartitionSignal signal) throws IOException;

    /** Shows readers the replica as it is now. */
    void publish();

    /** The role ends: whatever is parked is answered with this error, timers stop. */
    void end(ErrorCode error, String reason);
}
