package dev.troupe.actors.group;

import dev.troupe.protocol.ErrorCode;
import java.util.concurrent.CompletableFuture;

/** What a group's actor is told on its own node. */
sealed interface GroupCommand {

    /**
     * A client's request. The reply is a future and not an actor: it goes to a connection on this node, by no other mailbox.
     */
    record Ask<R extends GroupReply>(GroupRequest<R> request, CompletableFuture<R> replyTo) implements GroupCommand {
        void answer(GroupReply reply) {
            replyTo.complete(request.replyType().cast(reply));
        }

        void answer(ErrorCode error) {
            replyTo.complete(request.refused(error));
        }
    }

    /** Something that no client asked for. */
    record Notify(GroupInput.Notice notice) implements GroupCommand {}

    /** Commits that stand for each of them; see {@link CommitGatherer}. */
    record CommitsGathered(CommitBatch commits) implements GroupCommand {}

    /** A deadline has come, or nearly. */
    record DeadlineDue() implements GroupCommand {}

    /** All that was on its way to the actor when nobody needed it any more has come: it goes, unless somebody came. */
    record LastCall() implements GroupCommand {}

    /** Another node coordinates the group now. */
    record Resign() implements GroupCommand {}
}
