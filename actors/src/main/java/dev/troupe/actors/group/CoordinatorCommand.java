package dev.troupe.actors.group;

import java.util.List;
import java.util.Set;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What the coordinator of a node's groups is told. */
sealed interface CoordinatorCommand {

    /** This node leads a partition of {@code __consumer_offsets} from now on. */
    record Elected(int partition, int leaderEpoch) implements CoordinatorCommand {}

    /** It does not any more. */
    record Resigned(int partition, int leaderEpoch) implements CoordinatorCommand {}

    /** A partition has been read, or could not be. */
    record Loaded(
            Tenure tenure,
            List<Tenure.Asleep> groups,
            @Nullable Throwable failure,
            long millis) implements CoordinatorCommand {}

    /** A request for a group that had no actor when it was asked for, or gave it up just then. */
    record Deliver(String groupId, GroupCommand.Ask<?> ask) implements CoordinatorCommand {}

    /** Actors that only refuse late requests have done so long enough. */
    record Retire(Set<ActorRef<GroupCommand>> actors) implements CoordinatorCommand {
        public Retire {
            actors = Set.copyOf(actors);
        }
    }

    /** Read a partition again that could not be read. */
    record LoadAgain(Tenure tenure) implements CoordinatorCommand {}

    /** Topics are gone. */
    record TopicsDeleted(Set<String> topics) implements CoordinatorCommand {}

    /** Time to look for expired offsets. */
    record ExpiryDue() implements CoordinatorCommand {}

    /** Time to wake the next groups without an actor that have expired offsets. */
    record WakeDue() implements CoordinatorCommand {}

    /** No partition has been loaded for a moment: what is coordinated can be told. */
    record Settled() implements CoordinatorCommand {}
}
