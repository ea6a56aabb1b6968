package dev.troupe.cluster.kafka.handlers;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.Requester;
import dev.troupe.protocol.controller.TopicResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates topics that clients name (K4), with the controller's defaults. It does not wait: the client asks again, as Kafka makes
 * it do. One creation of a topic is under way at a time, however many clients ask.
 */
public final class AutoCreation {
    private static final Logger LOG = LoggerFactory.getLogger(AutoCreation.class);
    private static final int TIMEOUT_MS = 10_000;

    private final ControllerClient controller;
    private final boolean enabled;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /**
     * @param enabled the broker's {@code auto.create.topics.enable}
     */
    public AutoCreation(ControllerClient controller, boolean enabled) {
        this.controller = controller;
        this.enabled = enabled;
    }

    /** Begins to create the topic unless the broker must not, or it is being created already. */
    void create(String topic, Requester requester) {
        if (!enabled || !underWay.add(topic)) {
            return;
        }
        LOG.info("Creating topic {}, which client {} named", topic, requester);
        NewTopic asDefault = new NewTopic(topic, -1, -1, Map.of(), Map.of());
        controller
                .<TopicResults, List<TopicResult>>ask(
                        TIMEOUT_MS,
                        replyTo -> new ControllerCommand.CreateTopics(requester, List.of(asDefault), false, replyTo),
                        TopicResults::results,
                        timeout -> List.of())
                .whenComplete((results, failure) -> {
                    underWay.remove(topic);
                    if (failure != null) {
                        LOG.warn("Topic {} was not created: {}", topic, failure.toString());
                    } else {
                        results.forEach(AutoCreation::report);
                    }
                });
    }

    private static void report(TopicResult result) {
        if (result.error() != ErrorCode.NONE && result.error() != ErrorCode.TOPIC_ALREADY_EXISTS) {
            LOG.warn("Topic {} was not created: {} {}", result.topic().name(), result.error(), result.message());
        }
    }
}
