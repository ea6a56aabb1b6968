package dev.troupe.actors.consumer;

import dev.troupe.protocol.TopicPartition;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What a consumer is told: by its application, and by itself later. */
public sealed interface ConsumerCommand
        permits ConsumerCommand.Subscribe,
                ConsumerCommand.SubscribePattern,
                ConsumerCommand.Assign,
                ConsumerCommand.Poll,
                ConsumerCommand.Commit,
                ConsumerCommand.Seek,
                ConsumerCommand.Pause,
                ConsumerCommand.Resume,
                ConsumerCommand.Describe,
                ConsumerCommand.Close,
                ConsumerSignal {

    /**
     * Be a member of the group and read these topics, instead of what was read before.
     *
     * @param listener hears which partitions come and go, null for nobody
     */
    record Subscribe(Set<String> topics, @Nullable ActorRef<RebalanceNotice> listener) implements ConsumerCommand {
        public Subscribe {
            topics = Set.copyOf(topics);
        }
    }

    /** Like {@link Subscribe}, all topics whose whole name matches, those that are created later too. */
    record SubscribePattern(Pattern pattern, @Nullable ActorRef<RebalanceNotice> listener) implements ConsumerCommand {}

    /** Read these partitions without being a member; commits go to the group all the same, which must have no members. */
    record Assign(Set<TopicPartition> partitions) implements ConsumerCommand {
        public Assign {
            partitions = Set.copyOf(partitions);
        }
    }

    /**
     * Asks for the next records, and says that what came before is done with. One poll waits at a time. Partitions come and go
     * only while one does.
     *
     * @param patience after which it is answered without records where there are none
     */
    record Poll(Duration patience, ActorRef<PollResult> replyTo) implements ConsumerCommand {}

    /**
     * Commits.
     *
     * @param offsets of the next record to read in each partition; empty for all that earlier polls brought
     * @param untilDone whether it tries again where that may help, as long as {@code max.poll.interval} at most
     */
    record Commit(Map<TopicPartition, Long> offsets, boolean untilDone, ActorRef<CommitResult> replyTo)
            implements ConsumerCommand {
        public Commit {
            offsets = Map.copyOf(offsets);
        }
    }

    /**
     * Goes on elsewhere in a partition that it has.
     *
     * @param offset of the next record, or {@link dev.troupe.actors.client.ClientRequest#EARLIEST} or {@code LATEST}
     */
    record Seek(TopicPartition partition, long offset) implements ConsumerCommand {}

    /** Polls bring nothing of these until they are resumed; they stay the consumer's. */
    record Pause(Set<TopicPartition> partitions) implements ConsumerCommand {}

    /** The opposite of {@link Pause}. */
    record Resume(Set<TopicPartition> partitions) implements ConsumerCommand {}

    /** Asks what it reads, and how far it is. */
    record Describe(ActorRef<SubscriptionState> replyTo) implements ConsumerCommand {}

    /** Commits, where it commits by itself, leaves the group and ends. */
    record Close(ActorRef<Done> replyTo) implements ConsumerCommand {}
}
