package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.OffsetsWriteException;
import dev.troupe.protocol.ErrorCode;

/** What a client is told when its group could not be written. */
final class WriteErrors {
    private WriteErrors() {}

    /** Errors of a produce mean nothing to a group's client: it is told to try again, or to look for another coordinator. */
    static ErrorCode forClient(GroupRequest<?> request, Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof OffsetsWriteException refused) {
                return switch (refused.error()) {
                    case NOT_LEADER_OR_FOLLOWER, KAFKA_STORAGE_ERROR, FENCED_LEADER_EPOCH -> ErrorCode.NOT_COORDINATOR;
                    case MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE ->
                        request instanceof GroupRequest.Commit
                                ? ErrorCode.INVALID_COMMIT_OFFSET_SIZE
                                : ErrorCode.UNKNOWN_SERVER_ERROR;
                    default -> ErrorCode.COORDINATOR_NOT_AVAILABLE;
                };
            }
        }
        return ErrorCode.COORDINATOR_NOT_AVAILABLE;
    }
}
