package dev.troupe.cluster.kafka.handlers;

import com.typesafe.config.Config;
import dev.troupe.actors.group.Groups;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.Requester;
import dev.troupe.protocol.controller.TopicResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates {@code __consumer_offsets} when a group first needs it; one creation is under way at a time. */
public final class InternalTopicCreation {
    private static final Logger LOG = LoggerFactory.getLogger(InternalTopicCreation.class);
    private static final int TIMEOUT_MS = 30_000;

    private final ControllerClient controller;
    private final NewTopic topic;
    private final AtomicBoolean underWay = new AtomicBoolean();

    private InternalTopicCreation(ControllerClient controller, NewTopic topic) {
        this.controller = controller;
        this.topic = topic;
    }

    /**
     * The creation of {@code __consumer_offsets}.
     *
     * @param troupe the keys under {@code troupe}, the replication factor being right for the cluster
     */
    public static InternalTopicCreation offsets(ControllerClient controller, Config troupe) {
        return new InternalTopicCreation(
                controller,
                new NewTopic(
                        Groups.OFFSETS_TOPIC,
                        troupe.getInt("offsets.topic.num.partitions"),
                        troupe.getInt("offsets.topic.replication.factor"),
                        Map.of(),
                        Map.of(
                                "cleanup.policy",
                                "compact",
                                "compression.type",
                                "producer",
                                "segment.bytes",
                                troupe.getString("offsets.topic.segment.bytes"))));
    }

    /** Has it created, unless that is under way; for that requester's need. */
    public void create(Requester requester) {
        if (!underWay.compareAndSet(false, true)) {
            return;
        }
        LOG.info("Creating {}, as client {} is the first to ask for a group", topic.name(), requester);
        controller
                .<TopicResults, List<TopicResult>>ask(
                        TIMEOUT_MS,
                        replyTo -> new ControllerCommand.CreateTopics(requester, List.of(topic), false, replyTo),
                        TopicResults::results,
                        timeout -> List.of())
                .whenComplete((results, failure) -> {
                    underWay.set(false);
                    if (failure != null) {
                        LOG.warn("{} was not created: {}", topic.name(), failure.toString());
                    } else {
                        results.forEach(InternalTopicCreation::report);
                    }
                });
    }

    private static void report(TopicResult result) {
        if (result.error() != ErrorCode.NONE && result.error() != ErrorCode.TOPIC_ALREADY_EXISTS) {
            LOG.warn("{} was not created: {} {}", result.topic().name(), result.error(), result.message());
        }
    }
}
