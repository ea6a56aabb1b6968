package dev.troupe.persistence.raft;

import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.RemoteMessage;
import java.util.List;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A message between the members of a Raft group, in plain data.
 *
 * @param group the group's id
 * @param sender the node that sent it
 * @param term the sender's term
 * @param body what it says
 */
public record RaftEnvelope(String group, int sender, int term, Body body) implements RemoteMessage {

    RaftEnvelope withBody(Body other) {
        return new RaftEnvelope(group, sender, term, other);
    }

    /** What a message says; the names are those of the Raft paper and of MicroRaft. */
    public sealed interface Body {}

    /** Would you vote for me? Asked before a term is started, so that a lone node does not raise terms. */
    public record PreVote(int lastLogTerm, long lastLogIndex) implements Body {}

    /** Answer to {@link PreVote}. */
    public record PreVoteAnswer(boolean granted) implements Body {}

    /** Vote for me; {@code sticky}: not while a leader lives. */
    public record Vote(int lastLogTerm, long lastLogIndex, boolean sticky) implements Body {}

    /** Answer to {@link Vote}. */
    public record VoteAnswer(boolean granted) implements Body {}

    /** Start an election now: leadership is handed over. */
    public record TriggerElection(int lastLogTerm, long lastLogIndex) implements Body {}

    /** Entries to append, none for a heartbeat. */
    public record AppendEntries(
            int previousLogTerm, long previousLogIndex, long commitIndex, List<Entry> entries, long query, long flow)
            implements Body {
        public AppendEntries {
            entries = List.copyOf(entries);
        }

        AppendEntries withEntries(List<Entry> others) {
            return new AppendEntries(previousLogTerm, previousLogIndex, commitIndex, others, query, flow);
        }
    }

    /** The follower has everything up to that index. */
    public record Appended(long lastLogIndex, long query, long flow) implements Body {}

    /** The follower lacks what comes before, or has something else there. */
    public record NotAppended(long expectedNextIndex, long query, long flow) implements Body {}

    /** A snapshot exists ({@code chunk} null), or a piece of it. */
    public record InstallSnapshot(
            boolean senderLeader,
            int snapshotTerm,
            long snapshotIndex,
            int chunks,
            @Nullable Chunk chunk,
            List<Integer> holders,
            Members members,
            long query,
            long flow)
            implements Body {
        public InstallSnapshot {
            holders = List.copyOf(holders);
        }
    }

    /** Which piece of the snapshot is wanted next. */
    public record SnapshotAnswer(long snapshotIndex, int wantedChunk, long query, long flow) implements Body {}

    /** One entry of the log. */
    public record Entry(long index, int term, Persisted operation) {}

    /** One piece of a snapshot. */
    public record Chunk(long index, int term, int number, int count, ByteString data, Members members) {}

    /** Who belongs to the group since which entry. */
    public record Members(long logIndex, List<Integer> all, List<Integer> voting) {
        public Members {
            all = List.copyOf(all);
            voting = List.copyOf(voting);
        }
    }
}
