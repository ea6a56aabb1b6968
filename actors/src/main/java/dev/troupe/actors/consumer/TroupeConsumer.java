package dev.troupe.actors.consumer;

import dev.troupe.actors.client.TroupeException;
import dev.troupe.actors.consumer.ConsumerCommand.Assign;
import dev.troupe.actors.consumer.ConsumerCommand.Close;
import dev.troupe.actors.consumer.ConsumerCommand.Commit;
import dev.troupe.actors.consumer.ConsumerCommand.Describe;
import dev.troupe.actors.consumer.ConsumerCommand.Pause;
import dev.troupe.actors.consumer.ConsumerCommand.Poll;
import dev.troupe.actors.consumer.ConsumerCommand.Resume;
import dev.troupe.actors.consumer.ConsumerCommand.Seek;
import dev.troupe.actors.consumer.ConsumerCommand.Subscribe;
import dev.troupe.actors.consumer.ConsumerCommand.SubscribePattern;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/** A consumer for those who prefer futures to messages: each method is a {@link ConsumerCommand}. Any thread may call. */
public final class TroupeConsumer {
    private static final Duration LOCAL = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(6);

    private final ActorSystem<?> system;
    private final ActorRef<ConsumerCommand> actor;

    /** Asks that consumer. */
    public TroupeConsumer(ActorSystem<?> system, ActorRef<ConsumerCommand> actor) {
        this.system = system;
        this.actor = actor;
    }

    /** The consumer itself. */
    public ActorRef<ConsumerCommand> actor() {
        return actor;
    }

    /** Becomes a member that reads these topics. */
    public void subscribe(Set<String> topics) {
        actor.tell(new Subscribe(topics, null));
    }

    /** Becomes a member that reads these topics; the listener hears which partitions come and go. */
    public void subscribe(Set<String> topics, ActorRef<RebalanceNotice> listener) {
        actor.tell(new Subscribe(topics, listener));
    }

    /** Becomes a member that reads all topics whose whole name matches. */
    public void subscribe(Pattern topics) {
        actor.tell(new SubscribePattern(topics, null));
    }

    /** Reads these partitions without being a member. */
    public void assign(Set<TopicPartition> partitions) {
        actor.tell(new Assign(partitions));
    }

    /**
     * The next records; says that those before are done with. Fails with {@link TroupeException} where the consumer cannot go
     * on.
     */
    public CompletionStage<List<ConsumedRecord>> poll(Duration patience) {
        return AskPattern.<ConsumerCommand, PollResult>ask(
                        actor, replyTo -> new Poll(patience, replyTo), patience.plus(LOCAL), system.scheduler())
                .thenApply(result -> switch (result) {
                    case PollResult.Polled(List<ConsumedRecord> records) -> records;
                    case PollResult.PollFailed(ErrorCode error, String message) ->
                        throw new TroupeException(error, message);
                });
    }

    /** Commits all that polls have brought, and tries again until it is done or cannot be. */
    public CompletionStage<Map<TopicPartition, Long>> commit() {
        return commit(Map.of(), true);
    }

    /** Commits these offsets, of the next record to read in each partition, and tries again until it is done or cannot be. */
    public CompletionStage<Map<TopicPartition, Long>> commit(Map<TopicPartition, Long> offsets) {
        return commit(offsets, true);
    }

    /** Commits all that polls have brought, and tries once: a later commit does the same and more. */
    public CompletionStage<Map<TopicPartition, Long>> tryCommit() {
        return commit(Map.of(), false);
    }

    private CompletionStage<Map<TopicPartition, Long>> commit(Map<TopicPartition, Long> offsets, boolean untilDone) {
        return AskPattern.<ConsumerCommand, CommitResult>ask(
                        actor, replyTo -> new Commit(offsets, untilDone, replyTo), LONGEST, system.scheduler())
                .thenApply(result -> switch (result) {
                    case CommitResult.Committed(Map<TopicPartition, Long> done) -> done;
                    case CommitResult.NotCommitted(ErrorCode error) ->
                        throw new TroupeException(error, "nothing was committed");
                });
    }

    /** Goes on from another offset, or from {@code ClientRequest.EARLIEST} or {@code LATEST}. */
    public void seek(TopicPartition partition, long offset) {
        actor.tell(new Seek(partition, offset));
    }

    /** Polls bring nothing of these. */
    public void pause(Set<TopicPartition> partitions) {
        actor.tell(new Pause(partitions));
    }

    /** Polls bring records of these again. */
    public void resume(Set<TopicPartition> partitions) {
        actor.tell(new Resume(partitions));
    }

    /** What it reads, and how far it is. */
    public CompletionStage<SubscriptionState> describe() {
        return AskPattern.<ConsumerCommand, SubscriptionState>ask(actor, Describe::new, LOCAL, system.scheduler());
    }

    /** Leaves the group; the stage is complete when it has. */
    public CompletionStage<Done> close() {
        return AskPattern.<ConsumerCommand, Done>ask(actor, Close::new, LONGEST, system.scheduler());
    }
}
