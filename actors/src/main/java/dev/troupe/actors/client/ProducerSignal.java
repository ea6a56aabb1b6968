package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.Produced;
import dev.troupe.actors.client.ClientReply.ProducerIdGiven;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.protocol.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What a producer hears of the topics it writes to. */
sealed interface ProducerSignal extends ProducerCommand {

    /** A broker has told the leaders of a topic, or (null) nobody did. */
    record Described(String topic, @Nullable TopicDescribed reply) implements ProducerSignal {}

    /** A leader has answered to the batch under way, or (null) it did not. */
    record Answered(TopicPartition partition, @Nullable Produced reply) implements ProducerSignal {}

    /** A broker has given a producer id, or (null) it did not. */
    record Identified(@Nullable ProducerIdGiven reply) implements ProducerSignal {}

    /** Time to ask for the leaders again. */
    record Refresh(String topic) implements ProducerSignal {}
}
