package dev.troupe.persistence.metadata;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what the metadata journal keeps and of what is asked of it. */
public final class MetadataMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.ofEntries(
                Map.entry("meta.append/1", JournalOperation.Append.class),
                Map.entry("meta.delete-to/1", JournalOperation.DeleteTo.class),
                Map.entry("meta.save-snapshot/1", JournalOperation.SaveSnapshot.class),
                Map.entry("meta.delete-snapshots/1", JournalOperation.DeleteSnapshots.class),
                Map.entry("meta.journal/1", JournalState.class),
                Map.entry("meta.highest-seq-nr", JournalQuestion.HighestSeqNr.class),
                Map.entry("meta.events", JournalQuestion.Events.class),
                Map.entry("meta.newest-snapshot", JournalQuestion.NewestSnapshot.class),
                Map.entry("meta.done", JournalAnswer.Done.class),
                Map.entry("meta.refused", JournalAnswer.Refused.class),
                Map.entry("meta.seq-nr", JournalAnswer.SeqNr.class),
                Map.entry("meta.page", JournalAnswer.Page.class),
                Map.entry("meta.found", JournalAnswer.Found.class),
                Map.entry("meta.from-voter", VoterCommand.FromVoter.class),
                Map.entry("meta.write", VoterCommand.Write.class),
                Map.entry("meta.read", VoterCommand.Read.class),
                Map.entry("meta.answered", ClientCommand.Answered.class),
                Map.entry("meta.not-leader", ClientCommand.NotLeader.class));
    }
}
