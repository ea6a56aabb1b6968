package dev.troupe.actors.consumer;

import dev.troupe.actors.consumer.ConsumerSignal.Assigned;
import dev.troupe.actors.consumer.ConsumerSignal.Lost;
import dev.troupe.actors.consumer.ConsumerSignal.Released;
import dev.troupe.actors.consumer.ConsumerSignal.Revoke;
import dev.troupe.actors.consumer.ConsumerSignal.Settled;
import java.time.Duration;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.jspecify.annotations.Nullable;

/**
 * How partitions come and go. They go only while the application waits in a poll, as then it is done with all that it was given:
 * first that is committed, where the consumer commits by itself; then the listener is told and waited for; then the group learns.
 */
final class Rebalancing {
    private static final Duration COMMIT = Duration.ofSeconds(10);

    private final ActorContext<ConsumerCommand> actor;
    private final ConsumerSettings settings;
    private final ActorRef<CoordinatorMessage> coordinator;
    private final Reader reader;
    private @Nullable ActorRef<RebalanceNotice> listener;
    private @Nullable Revoke waitsForPoll;
    private @Nullable Revoke underWay;

    Rebalancing(
            ActorContext<ConsumerCommand> actor,
            ConsumerSettings settings,
            ActorRef<CoordinatorMessage> coordinator,
            Reader reader) {
        this.actor = actor;
        this.settings = settings;
        this.coordinator = coordinator;
        this.reader = reader;
    }

    void listener(@Nullable ActorRef<RebalanceNotice> other) {
        listener = other;
    }

    /** Whether partitions are going: polls bring nothing until they are gone. */
    boolean isReleasing() {
        return underWay != null;
    }

    void revoke(Revoke revoke, boolean applicationWaits) {
        if (applicationWaits) {
            begin(revoke);
        } else {
            waitsForPoll = revoke;
        }
    }

    void polled() {
        Revoke revoke = waitsForPoll;
        if (revoke != null) {
            waitsForPoll = null;
            begin(revoke);
        }
    }

    private void begin(Revoke revoke) {
        underWay = revoke;
        if (settings.autoCommit().isZero()) {
            settled(revoke);
        } else {
            actor.ask(
                    CommitResult.class,
                    coordinator,
                    COMMIT,
                    replyTo -> new CoordinatorMessage.Commit(
                            reader.state().committable(revoke.partitions()), true, replyTo),
                    (result, failure) -> new Settled(revoke));
        }
    }

    void settled(Revoke revoke) {
        ActorRef<RebalanceNotice> told = listener;
        if (told == null) {
            released(revoke);
        } else {
            actor.ask(
                    Done.class,
                    told,
                    settings.maxPollInterval(),
                    replyTo -> new RebalanceNotice.Revoked(revoke.partitions(), replyTo),
                    (done, failure) -> new Released(revoke));
        }
    }

    void released(Revoke revoke) {
        // It may be for nothing: the group may have put this member out meanwhile.
        if (revoke.equals(underWay)) {
            underWay = null;
            reader.lose(revoke.partitions());
            coordinator.tell(new CoordinatorMessage.Member(new MemberInput.Released(revoke.attempt())));
        }
    }

    void assigned(Assigned assigned) {
        reader.add(assigned.added());
        if (listener != null) {
            listener.tell(new RebalanceNotice.Assigned(assigned.added()));
        }
    }

    void lost(Lost lost) {
        forget();
        underWay = null;
        reader.lose(lost.partitions());
        if (listener != null && !lost.partitions().isEmpty()) {
            listener.tell(new RebalanceNotice.Lost(lost.partitions()));
        }
    }

    /** What waited for a poll waits no more. */
    void forget() {
        waitsForPoll = null;
    }
}
