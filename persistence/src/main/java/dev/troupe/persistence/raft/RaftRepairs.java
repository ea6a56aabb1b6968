package dev.troupe.persistence.raft;

import dev.troupe.persistence.raft.RaftEnvelope.AppendEntries;
import dev.troupe.persistence.raft.RaftEnvelope.Entry;
import io.microraft.RaftNode;
import io.microraft.RaftRole;
import io.microraft.impl.RaftNodeImpl;
import io.microraft.impl.log.RaftLog;
import io.microraft.impl.state.LeaderState;
import io.microraft.model.log.LogEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mends two faults of MicroRaft 0.7, within Raft's rules, on the way of messages out of it and into it. Used on the member's
 * thread only.
 *
 * <p>First, a follower refuses entries that follow its snapshot's last one while it holds others there, as it cannot look up the
 * term of an entry that only the snapshot covers; a former leader whose entries after its snapshot nobody else has would stay
 * behind for good. So a leader that feels for the common entry sends the entry after it along, and a follower drops what
 * conflicts with an entry of the current leader (section 5.3 of the Raft paper) before MicroRaft looks at the message.
 *
 * <p>Second, a member that has just asked for pre-votes when it hears of a leader of its own term stays a pre-candidate in secret,
 * and starts no election when that leader is lost. So it becomes a plain follower first; its vote in the term stays.
 */
final class RaftRepairs {
    private @Nullable RaftNodeImpl node;

    void attach(RaftNode raftNode) {
        node = (RaftNodeImpl) raftNode;
    }

    /** The message as it shall leave this member. */
    RaftEnvelope beforeSending(RaftEnvelope envelope) {
        if (node == null
                || !(envelope.body() instanceof AppendEntries append)
                || !append.entries().isEmpty()) {
            return envelope;
        }
        LogEntry next = entryAt(node.state().log(), append.previousLogIndex() + 1);
        if (next == null) {
            return envelope;
        }
        flush(node);
        return envelope.withBody(append.withEntries(List.of(RaftModels.entry(next))));
    }

    /** MicroRaft does so for entries it sends itself; a leader's own copy counts for a majority once it is on the disk. */
    private static void flush(RaftNodeImpl node) {
        LeaderState leader = node.state().leaderState();
        if (leader != null) {
            node.submitLeaderFlushTask(leader);
        }
    }

    /** Prepares this member for a message that arrived. */
    void beforeReceiving(RaftEnvelope envelope) {
        if (node != null
                && envelope.body() instanceof AppendEntries append
                && envelope.term() >= node.state().term()) {
            endPreVote(node, envelope.term());
            dropConflict(node, envelope.term(), append);
        }
    }

    private static void endPreVote(RaftNodeImpl node, int term) {
        if (node.state().role() == RaftRole.FOLLOWER && node.state().preCandidateState() != null) {
            node.toFollower(term);
        }
    }

    private static void dropConflict(RaftNodeImpl node, int term, AppendEntries append) {
        RaftLog log = node.state().log();
        if (append.entries().isEmpty() || !followsSnapshot(log, append)) {
            return;
        }
        Entry first = append.entries().getFirst();
        LogEntry ours = entryAt(log, first.index());
        if (ours != null && ours.getTerm() != first.term()) {
            if (term > node.state().term()) {
                node.toFollower(term);
            }
            log.truncateEntriesFrom(first.index());
        }
    }

    private static boolean followsSnapshot(RaftLog log, AppendEntries append) {
        return append.previousLogIndex() == log.snapshotIndex()
                && append.previousLogTerm() == log.snapshotEntry().getTerm();
    }

    private static @Nullable LogEntry entryAt(RaftLog log, long index) {
        return index > log.snapshotIndex() ? log.getLogEntry(index) : null;
    }
}
