package dev.troupe.cluster.management.desk;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what the desks of two nodes say to each other. */
public final class DeskMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.of(
                "desk.question", DeskMessage.Question.class,
                "desk.answer", DeskMessage.Answer.class);
    }
}
