package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.Produced;
import dev.troupe.actors.client.ClientReply.ProducerIdGiven;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientRequest.DescribeTopic;
import dev.troupe.actors.client.ClientRequest.NewProducerId;
import dev.troupe.actors.client.ClientRequest.Produce;
import dev.troupe.actors.client.ProducerCommand.Send;
import dev.troupe.actors.client.ProducerSignal.Answered;
import dev.troupe.actors.client.ProducerSignal.Described;
import dev.troupe.actors.client.ProducerSignal.Identified;
import dev.troupe.actors.client.ProducerSignal.Refresh;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientBatches;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to their leaders, wherever these are, and goes after them when leaders change. What is acknowledged is on all
 * in-sync replicas, once: {@link OutboxLogic} decides for each partition, this carries it out.
 */
final class Producer {
    private static final Duration AGAIN = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration QUICK_ANSWER = Duration.ofSeconds(3);
    private static final Duration DELIVERY = Duration.ofMinutes(2);
    private static final int MOST_WAITING = 100_000;

    private final ActorContext<ProducerCommand> actor;
    private final TimerScheduler<ProducerCommand> timers;
    private final Brokers brokers;
    private final LongSupplier nanoTime;
    private final Shelf shelf;
    private final Map<String, ProducerTopic> topics = new HashMap<>();
    private @Nullable Long sharedId;
    private boolean asksId;

    private Producer(
            ActorContext<ProducerCommand> actor,
            TimerScheduler<ProducerCommand> timers,
            Brokers brokers,
            InstantSource clock,
            LongSupplier nanoTime) {
        this.actor = actor;
        this.timers = timers;
        this.brokers = brokers;
        this.nanoTime = nanoTime;
        this.shelf = new Shelf(clock);
    }

    static Behavior<ProducerCommand> create(Brokers brokers, InstantSource clock, LongSupplier nanoTime) {
        return Behaviors.setup(actor -> Behaviors.withTimers(timers -> {
            Producer producer = new Producer(actor, timers, brokers, clock, nanoTime);
            return Behaviors.receiveMessage(command -> {
                producer.handle(command);
                return Behaviors.same();
            });
        }));
    }

    private void handle(ProducerCommand command) {
        switch (command) {
            case Send send -> send(send);
            case Described(String name, TopicDescribed reply) -> described(topic(name), reply);
            case Answered(TopicPartition partition, Produced reply) -> answered(partition, reply);
            case Identified(ProducerIdGiven reply) -> identified(reply);
            case Refresh(String name) -> ask(topic(name));
        }
    }

    private ProducerTopic topic(String name) {
        return topics.computeIfAbsent(name, ProducerTopic::new);
    }

    private void send(Send send) {
        if (shelf.size() >= MOST_WAITING) {
            refuse(send, ErrorCode.THROTTLING_QUOTA_EXCEEDED, shelf.size() + " records wait already; send slower");
            return;
        }
        int bytes = Shelf.size(send.record());
        if (bytes > OutboxLogic.RECORD_BYTES) {
            refuse(send, ErrorCode.MESSAGE_TOO_LARGE, "a record may have " + OutboxLogic.RECORD_BYTES + " bytes");
            return;
        }
        Parcel parcel = new Parcel(shelf.put(send), bytes, nanoTime.getAsLong() + DELIVERY.toNanos());
        ProducerTopic topic = topic(send.record().topic());
        if (topic.leaders().isEmpty()) {
            topic.unplaced().add(parcel);
            ask(topic);
        } else {
            place(topic, parcel);
        }
    }

    private static void refuse(Send send, ErrorCode error, String message) {
        send.replyTo().tell(new SendResult.NotSent(error, message));
    }

    private void place(ProducerTopic topic, Parcel parcel) {
        TopicPartition partition =
                topic.place(shelf.get(parcel.ticket()).record().key());
        tell(partition, new OutboxInput.Add(parcel));
        ready(partition);
    }

    /** Sends what is due, where somebody leads the partition. */
    private void ready(TopicPartition partition) {
        if (topic(partition.topic()).leaders().get(partition.partition()) < 0) {
            again(partition.topic());
        } else {
            tell(partition, new OutboxInput.Ready());
        }
    }

    private void tell(TopicPartition partition, OutboxInput input) {
        ProducerTopic topic = topic(partition.topic());
        OutboxLogic.Step step = OutboxLogic.decide(topic.outbox(partition.partition()), input, nanoTime.getAsLong());
        topic.outbox(partition.partition(), step.state());
        step.effects().forEach(effect -> carryOut(topic, partition, effect));
    }

    private void carryOut(ProducerTopic topic, TopicPartition partition, OutboxEffect effect) {
        switch (effect) {
            case OutboxEffect.Send(long producerId, int sequence, List<Long> tickets) ->
                produce(topic, partition, ClientBatches.build(shelf.records(tickets), producerId, sequence));
            case OutboxEffect.Identify(boolean fresh) -> identify(partition, fresh);
            case OutboxEffect.Delivered(long ticket, long offset) ->
                shelf.take(ticket).replyTo().tell(new SendResult.Sent(partition, offset));
            case OutboxEffect.GivenUp(long ticket, ErrorCode error, String message) ->
                refuse(shelf.take(ticket), error, message);
        }
    }

    private void produce(ProducerTopic topic, TopicPartition partition, ByteString batch) {
        actor.ask(
                Produced.class,
                brokers.broker(topic.leaders().get(partition.partition())),
                ANSWER,
                replyTo -> new Produce(partition, batch, (int) ANSWER.toMillis(), replyTo),
                (reply, failure) -> new Answered(partition, reply));
    }

    private void answered(TopicPartition partition, @Nullable Produced reply) {
        if (reply == null || Brokers.passes(reply.error())) {
            tell(partition, new OutboxInput.Failed());
            again(partition.topic());
            return;
        }
        tell(
                partition,
                reply.error() == ErrorCode.NONE
                        ? new OutboxInput.Written(reply.baseOffset())
                        : new OutboxInput.Refused(reply.error(), reply.message()));
        ready(partition);
    }

    /** One id serves all partitions; where one has lost its numbers, another id does from then on. */
    private void identify(TopicPartition partition, boolean fresh) {
        if (!fresh && sharedId != null) {
            tell(partition, new OutboxInput.Identified(sharedId));
            ready(partition);
        } else if (!asksId) {
            asksId = true;
            actor.ask(
                    ProducerIdGiven.class,
                    brokers.any(),
                    QUICK_ANSWER,
                    NewProducerId::new,
                    (reply, failure) -> new Identified(reply));
        }
    }

    private void identified(@Nullable ProducerIdGiven reply) {
        asksId = false;
        sharedId = reply != null && reply.error() == ErrorCode.NONE ? Long.valueOf(reply.producerId()) : null;
        for (ProducerTopic topic : List.copyOf(topics.values())) {
            for (TopicPartition partition : topic.identifying()) {
                if (sharedId == null) {
                    tell(partition, new OutboxInput.NotIdentified());
                    again(topic.name());
                } else {
                    tell(partition, new OutboxInput.Identified(sharedId));
                    ready(partition);
                }
            }
        }
    }

    private void ask(ProducerTopic topic) {
        if (topic.asks()) {
            actor.ask(
                    TopicDescribed.class,
                    brokers.any(),
                    Duration.ofSeconds(1),
                    replyTo -> new DescribeTopic(topic.name(), replyTo),
                    (reply, failure) -> new Described(topic.name(), reply));
        }
    }

    private void again(String topic) {
        timers.startSingleTimer(topic, new Refresh(topic), AGAIN);
    }

    private void described(ProducerTopic topic, @Nullable TopicDescribed reply) {
        topic.answered();
        if (reply != null && reply.error() == ErrorCode.NONE) {
            topic.leaders(reply.leaders());
            topic.takeUnplaced().forEach(parcel -> place(topic, parcel));
            topic.partitions().forEach(this::ready);
        } else if (reply != null && !Brokers.passes(reply.error())) {
            String why = "there is no topic " + topic.name();
            topic.takeUnplaced().forEach(parcel -> refuse(shelf.take(parcel.ticket()), reply.error(), why));
            topic.partitions().forEach(partition -> tell(partition, new OutboxInput.Abandoned(reply.error(), why)));
        } else {
            long now = nanoTime.getAsLong();
            topic.takeOver(now)
                    .forEach(parcel -> refuse(
                            shelf.take(parcel.ticket()),
                            ErrorCode.REQUEST_TIMED_OUT,
                            "no broker could be reached in time"));
            again(topic.name());
        }
    }
}
