/**
 * A Raft group between nodes, on MicroRaft: {@link dev.troupe.persistence.raft.RaftMember} is one node's part of it, written to
 * disk by {@link dev.troupe.persistence.raft.SqliteRaftStore}, its messages put into records of our own by
 * {@link dev.troupe.persistence.raft.RaftMessages}. What is replicated is not known here: operations are
 * {@link dev.troupe.protocol.Persisted} records. May import MicroRaft and JDBC; knows no actors.
 */
@NullMarked
package dev.troupe.persistence.raft;

import org.jspecify.annotations.NullMarked;
