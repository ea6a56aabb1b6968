package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.Produced;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import org.jspecify.annotations.Nullable;

/** What a producer hears of the topics it writes to. */
sealed interface ProducerSignal extends ProducerCommand {

    /** A broker has told the leaders of a topic, or (null) nobody did. */
    record Described(String topic, @Nullable TopicDescribed reply) implements ProducerSignal {}

    /** A leader has answered to the batch under way, or (null) it did not. */
    record Answered(String topic, int partition, @Nullable Produced reply) implements ProducerSignal {}

    /** Time to ask for the leaders again. */
    record Refresh(String topic) implements ProducerSignal {}
}
