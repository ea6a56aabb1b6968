package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.Produced;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientRequest.DescribeTopic;
import dev.troupe.actors.client.ClientRequest.Produce;
import dev.troupe.actors.client.Outbox.Waiting;
import dev.troupe.actors.client.ProducerCommand.Send;
import dev.troupe.actors.client.ProducerSignal.Answered;
import dev.troupe.actors.client.ProducerSignal.Described;
import dev.troupe.actors.client.ProducerSignal.Refresh;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientBatches;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
 * in-sync replicas; a batch whose answer was lost is sent again, so a record may be there twice.
 */
final class Producer {
    private static final Duration AGAIN = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration DELIVERY = Duration.ofMinutes(2);
    private static final int MOST_WAITING = 100_000;

    private final ActorContext<ProducerCommand> actor;
    private final TimerScheduler<ProducerCommand> timers;
    private final Brokers brokers;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Map<String, Topic> topics = new HashMap<>();
    private int waiting;

    private Producer(
            ActorContext<ProducerCommand> actor,
            TimerScheduler<ProducerCommand> timers,
            Brokers brokers,
            InstantSource clock,
            LongSupplier nanoTime) {
        this.actor = actor;
        this.timers = timers;
        this.brokers = brokers;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** What is known of a topic: nothing while there are no leaders. */
    private static final class Topic {
        private final List<Outbox> outboxes = new ArrayList<>();
        private final Deque<Waiting> unplaced = new ArrayDeque<>();
        private List<Integer> leaders = List.of();
        private boolean asked;
        private int turn;
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
            case Described(String name, TopicDescribed reply) -> described(name, topic(name), reply);
            case Answered(String name, int partition, Produced reply) -> {
                Topic topic = topic(name);
                answered(name, topic, topic.outboxes.get(partition), reply);
            }
            case Refresh(String name) -> ask(name, topic(name));
        }
    }

    private Topic topic(String name) {
        return topics.computeIfAbsent(name, _ -> new Topic());
    }

    private void send(Send send) {
        if (waiting >= MOST_WAITING) {
            send.replyTo()
                    .tell(new SendResult.NotSent(
                            ErrorCode.THROTTLING_QUOTA_EXCEEDED, waiting + " records wait already; send slower"));
            return;
        }
        Waiting each = new Waiting(send, clock.millis(), nanoTime.getAsLong() + DELIVERY.toNanos());
        if (each.size() > Outbox.RECORD_BYTES) {
            each.giveUp(ErrorCode.MESSAGE_TOO_LARGE, "a record may have " + Outbox.RECORD_BYTES + " bytes");
            return;
        }
        waiting++;
        String name = send.record().topic();
        Topic topic = topic(name);
        if (topic.leaders.isEmpty()) {
            topic.unplaced.add(each);
            ask(name, topic);
        } else {
            Outbox outbox = place(topic, each);
            outbox.add(each);
            dispatch(topic, outbox);
        }
    }

    private static Outbox place(Topic topic, Waiting each) {
        ByteString key = each.send().record().key();
        int count = topic.outboxes.size();
        return topic.outboxes.get(
                key == null ? Math.floorMod(topic.turn++, count) : ClientBatches.partitionOf(key, count));
    }

    private void dispatch(Topic topic, Outbox outbox) {
        if (!outbox.isDue()) {
            return;
        }
        TopicPartition partition = outbox.partition();
        ByteString batch = outbox.next();
        actor.ask(
                Produced.class,
                brokers.broker(topic.leaders.get(partition.partition())),
                ANSWER,
                replyTo -> new Produce(partition, batch, (int) ANSWER.toMillis(), replyTo),
                (reply, failure) -> new Answered(partition.topic(), partition.partition(), reply));
    }

    private void answered(String name, Topic topic, Outbox outbox, @Nullable Produced reply) {
        if (reply == null || Brokers.passes(reply.error())) {
            waiting -= outbox.failed(nanoTime.getAsLong());
            again(name);
        } else {
            waiting -= reply.error() == ErrorCode.NONE
                    ? outbox.written(reply.baseOffset())
                    : outbox.refused(reply.error(), reply.message());
            dispatch(topic, outbox);
        }
    }

    private void ask(String name, Topic topic) {
        if (!topic.asked) {
            topic.asked = true;
            actor.ask(
                    TopicDescribed.class,
                    brokers.any(),
                    Duration.ofSeconds(1),
                    replyTo -> new DescribeTopic(name, replyTo),
                    (reply, failure) -> new Described(name, reply));
        }
    }

    private void again(String name) {
        timers.startSingleTimer(name, new Refresh(name), AGAIN);
    }

    private void described(String name, Topic topic, @Nullable TopicDescribed reply) {
        topic.asked = false;
        if (reply != null && reply.error() == ErrorCode.NONE) {
            topic.leaders = reply.leaders();
            for (int i = topic.outboxes.size(); i < topic.leaders.size(); i++) {
                topic.outboxes.add(new Outbox(new TopicPartition(name, i)));
            }
            topic.unplaced.forEach(each -> place(topic, each).add(each));
            topic.unplaced.clear();
            topic.outboxes.forEach(outbox -> dispatch(topic, outbox));
        } else if (reply != null && !Brokers.passes(reply.error())) {
            waiting -= topic.unplaced.size();
            topic.unplaced.forEach(each -> each.giveUp(reply.error(), "there is no topic " + name));
            topic.unplaced.clear();
            topic.outboxes.forEach(outbox -> giveUp(outbox, reply.error(), name));
        } else {
            long now = nanoTime.getAsLong();
            int before = topic.unplaced.size();
            topic.unplaced.removeIf(each -> Outbox.expired(each, now));
            waiting -= before - topic.unplaced.size();
            again(name);
        }
    }

    private void giveUp(Outbox outbox, ErrorCode error, String topic) {
        while (outbox.isDue()) {
            outbox.next();
            waiting -= outbox.refused(error, "there is no topic " + topic);
        }
    }
}
