package dev.troupe.actors.partition;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.PartitionInfo;
import org.jspecify.annotations.Nullable;

/** What a replica's actor tells itself later: timers, and the controller's answers. */
sealed interface PartitionSignal extends PartitionCommand {

    /** Look whether a follower lags too far behind (L6). */
    record CheckLag() implements PartitionSignal {}

    /** Refuse appends that waited for their replicas past their deadline. */
    record ExpireAppends() implements PartitionSignal {}

    /** Ask the leader again: its answer did not come, or it had none. */
    record FetchAgain() implements PartitionSignal {}

    /** Ask the controller again for the ISR wanted: its answer did not come. */
    record ProposeAgain() implements PartitionSignal {}

    /** The last message of all: what was sent before readers lost sight of the actor has been answered. */
    record Terminate() implements PartitionSignal {}

    /**
     * The controller's answer to a wish for another ISR.
     *
     * @param error why not, or none
     * @param info what holds now, where the controller said so
     */
    record IsrAnswered(ErrorCode error, @Nullable PartitionInfo info) implements PartitionSignal {}
}
