package dev.troupe.persistence.metadata;

import dev.troupe.persistence.raft.ReplicatedState;
import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.serialization.SerializationCheck;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePVector;

class MetadataMessagesTest {

    @Test
    void everyMessageHasATagAndTravels() {
        ActorTestKit testKit = ActorTestKit.create();
        try {
            new SerializationCheck(testKit.system())
                    .with(Persisted.class, new ReplicatedState.NewTerm())
                    .with(EntityLog.class, entityLog())
                    .wholeModuleOf(JournalOperation.class);
        } finally {
            testKit.shutdownTestKit();
        }
    }

    private static EntityLog entityLog() {
        StoredEvent event =
                new StoredEvent(1, 1000, "writer", "", new StoredEvent.Payload(7, "tag/1", ByteString.fromInts(1, 2)));
        return EntityLog.EMPTY
                .append(TreePVector.singleton(event), "writer")
                .withSnapshots(TreePVector.singleton(new StoredSnapshot(1, 1000, event.payload())));
    }
}
