package dev.troupe.actors.client;

import dev.troupe.actors.client.ProducerCommand.Send;
import dev.troupe.actors.client.SendResult.NotSent;
import dev.troupe.actors.client.SendResult.Sent;
import dev.troupe.actors.consumer.CommittableRecord;
import dev.troupe.actors.consumer.Consumer;
import dev.troupe.actors.consumer.ConsumerCommand;
import dev.troupe.actors.consumer.ConsumerSettings;
import dev.troupe.actors.consumer.TroupeConsumer;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientRecord;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Extension;
import org.apache.pekko.actor.typed.ExtensionId;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Source;

/**
 * What a Pekko application uses of Troupe (BEHAVIOUR A1): {@code Troupe.get(system)}. The system is a member of the brokers'
 * cluster, or a broker itself; it need not know who leads what. Actors tell {@link #producer()}, others use the futures and
 * streams.
 */
public final class Troupe implements Extension {
    private static final Duration DELIVERY = Duration.ofSeconds(150);

    private final ActorSystem<?> system;
    private final Brokers brokers;
    private final ActorRef<ProducerCommand> producer;
    private final AtomicInteger consumers = new AtomicInteger();

    private Troupe(ActorSystem<?> system) {
        this.system = system;
        this.brokers = new Brokers(system);
        this.producer = system.systemActorOf(
                Producer.create(brokers, InstantSource.system(), System::nanoTime), "troupe-producer", Props.empty());
    }

    /** The one of that system. */
    public static Troupe get(ActorSystem<?> system) {
        return Id.INSTANCE.apply(system);
    }

    /** Writes records; one for the whole system. */
    public ActorRef<ProducerCommand> producer() {
        return producer;
    }

    /** Writes a record; fails with {@link TroupeException} where it was given up. */
    public CompletionStage<Sent> send(NewRecord record) {
        return AskPattern.<ProducerCommand, SendResult>ask(
                        producer, replyTo -> new Send(record, replyTo), DELIVERY, system.scheduler())
                .thenApply(result -> switch (result) {
                    case Sent sent -> sent;
                    case NotSent(ErrorCode error, String message) -> throw new TroupeException(error, message);
                });
    }

    /**
     * Writes what flows in and passes on, in order, where each record went.
     *
     * @param underWay how many records may be on their way before it demands no more
     */
    public Flow<NewRecord, Sent, NotUsed> sending(int underWay) {
        return Flow.<NewRecord>create().mapAsync(underWay, this::send);
    }

    /**
     * The records of a partition, for ever: it goes after the leader when that changes, and reads no more than is demanded.
     * Fails with {@link TroupeException} where the log does not have that offset.
     *
     * @param from the first offset, or {@link ClientRequest#EARLIEST} or {@link ClientRequest#LATEST}
     */
    public Source<ClientRecord, NotUsed> records(TopicPartition partition, long from) {
        return PartitionSource.of(system, brokers, partition, from);
    }

    /** Topics and groups, looked at and changed. */
    public TroupeAdmin admin() {
        return new TroupeAdmin(system, brokers);
    }

    /** Starts a consumer; it ends when it is told {@link ConsumerCommand.Close}. */
    public ActorRef<ConsumerCommand> consumerActor(ConsumerSettings settings) {
        return system.systemActorOf(
                Consumer.create(brokers, settings, System::nanoTime),
                "troupe-consumer-" + consumers.incrementAndGet(),
                Props.empty());
    }

    /** Starts a consumer that is used by futures. */
    public TroupeConsumer consumer(ConsumerSettings settings) {
        return new TroupeConsumer(system, consumerActor(settings));
    }

    /**
     * What a member of a group reads, for ever, no more than is demanded. Commit each record when it is done with, best by {@link
     * CommittableRecord#committing}. The member leaves its group five seconds after the stream has ended.
     *
     * @param settings commits by itself are turned off
     */
    public Source<CommittableRecord, NotUsed> committable(ConsumerSettings settings, Set<String> topics) {
        return CommittableRecord.source(
                system, () -> consumer(settings.withAutoCommit(Duration.ZERO)), consumer -> consumer.subscribe(topics));
    }

    private static final class Id extends ExtensionId<Troupe> {
        private static final Id INSTANCE = new Id();

        @Override
        public Troupe createExtension(ActorSystem<?> system) {
            return new Troupe(system);
        }
    }
}
