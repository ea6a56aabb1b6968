package dev.troupe.cluster.formation;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what nodes say to each other before they are a cluster. */
public final class FormationMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.of(
                "form.introduce", FormationMessage.Introduce.class,
                "form.introduced", FormationMessage.Introduced.class);
    }
}
