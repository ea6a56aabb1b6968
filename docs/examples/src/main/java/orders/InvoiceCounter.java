package orders;

import dev.troupe.actors.client.Troupe;
import dev.troupe.actors.consumer.ConsumerCommand;
import dev.troupe.actors.consumer.ConsumerCommand.Poll;
import dev.troupe.actors.consumer.ConsumerCommand.Subscribe;
import dev.troupe.actors.consumer.ConsumerSettings;
import dev.troupe.actors.consumer.PollResult;
import dev.troupe.actors.consumer.PollResult.PollFailed;
import dev.troupe.actors.consumer.PollResult.Polled;
import dev.troupe.actors.consumer.RebalanceNotice;
import dev.troupe.actors.consumer.RebalanceNotice.Assigned;
import dev.troupe.actors.consumer.RebalanceNotice.Lost;
import dev.troupe.actors.consumer.RebalanceNotice.Revoked;
import java.time.Duration;
import java.util.Set;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Counts invoices: an actor that asks a consumer for records, one poll after the other. The consumer commits by itself. */
final class InvoiceCounter {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ActorRef<ConsumerCommand> consumer;
    private final ActorRef<PollResult> polled;
    private final ActorRef<RebalanceNotice> partitions;
    private long count;

    private InvoiceCounter(ActorContext<Message> actor) {
        this.consumer = Troupe.get(actor.getSystem()).consumerActor(ConsumerSettings.ofGroup("counters"));
        this.polled = actor.messageAdapter(PollResult.class, Arrived::new);
        this.partitions = actor.messageAdapter(RebalanceNotice.class, Rebalanced::new);
    }

    /** What it is told. */
    sealed interface Message {}

    /** Begin. */
    record Start(Set<String> topics) implements Message {}

    private record Arrived(PollResult result) implements Message {}

    private record Rebalanced(RebalanceNotice event) implements Message {}

    static Behavior<Message> create() {
        return Behaviors.setup(actor -> {
            InvoiceCounter counter = new InvoiceCounter(actor);
            return Behaviors.receiveMessage(counter::on);
        });
    }

    private Behavior<Message> on(Message message) {
        switch (message) {
            case Start(Set<String> topics) -> {
                consumer.tell(new Subscribe(topics, partitions));
                consumer.tell(new Poll(PATIENCE, polled));
            }
            case Arrived(Polled(var records)) -> {
                count += records.size();
                System.out.println(count + " invoices");
                // The next poll says that these records are done with.
                consumer.tell(new Poll(PATIENCE, polled));
            }
            case Arrived(PollFailed(var error, String why)) -> {
                System.err.println("the counter ends: " + error + " " + why);
                return Behaviors.stopped();
            }
            case Rebalanced(Assigned(var added)) -> System.out.println("the counter reads " + added);
            case Rebalanced(Lost(var lost)) -> System.out.println("the counter has lost " + lost);
            case Rebalanced(Revoked(var gone, ActorRef<Done> replyTo)) -> {
                System.out.println("the counter gives up " + gone);
                replyTo.tell(Done.getInstance());
            }
        }
        return Behaviors.same();
    }
}
