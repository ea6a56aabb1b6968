/**
 * The metadata journal: Pekko Persistence's journal and snapshot store, replicated by a Raft group. Start with
 * {@link dev.troupe.persistence.metadata.JournalOperation} and {@link dev.troupe.persistence.metadata.JournalLogic}, which say
 * what it does; {@link dev.troupe.persistence.metadata.MetadataRaft} starts it on a node, the plugins are the way in.
 */
@NullMarked
package dev.troupe.persistence.metadata;

import org.jspecify.annotations.NullMarked;
