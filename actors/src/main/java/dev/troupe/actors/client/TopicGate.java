package dev.troupe.actors.client;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientReply.TopicsListed;
import dev.troupe.actors.client.ClientRequest.CreateTopic;
import dev.troupe.actors.client.ClientRequest.DeleteTopic;
import dev.troupe.actors.client.ClientRequest.DescribeTopic;
import dev.troupe.actors.client.ClientRequest.ListTopics;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.Requester;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorRef;

/** What a broker's gateway does with topics: what the broker knows it tells, what is to change the controller decides. */
final class TopicGate {
    private final MetadataCache metadata;
    private final ActorRef<ControllerCommand> controller;

    TopicGate(MetadataCache metadata, ActorRef<ControllerCommand> controller) {
        this.metadata = metadata;
        this.controller = controller;
    }

    void describe(DescribeTopic describe) {
        ClusterImage image = metadata.current();
        describe.replyTo()
                .tell(image.topic(describe.topic())
                        .map(info -> new TopicDescribed(
                                ErrorCode.NONE,
                                info.partitions().stream()
                                        .map(PartitionInfo::leader)
                                        .toList()))
                        .orElseGet(() -> new TopicDescribed(
                                knowsNothing(image)
                                        ? ErrorCode.LEADER_NOT_AVAILABLE
                                        : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                                List.of())));
    }

    void list(ListTopics list) {
        ClusterImage image = metadata.current();
        list.replyTo()
                .tell(
                        knowsNothing(image)
                                ? new TopicsListed(ErrorCode.LEADER_NOT_AVAILABLE, List.of())
                                : new TopicsListed(
                                        ErrorCode.NONE,
                                        image.topics().values().stream()
                                                .sorted(Comparator.comparing(TopicInfo::name))
                                                .map(TopicGate::listed)
                                                .toList()));
    }

    private static TopicsListed.Topic listed(TopicInfo info) {
        return new TopicsListed.Topic(
                info.name(),
                info.internal(),
                info.partitions().size(),
                info.partitions().getFirst().replicas().size());
    }

    /** A broker that has just started knows of no topic yet. */
    private static boolean knowsNothing(ClusterImage image) {
        return image.controllerEpoch() == 0;
    }

    void create(CreateTopic create) {
        NewTopic topic =
                new NewTopic(create.topic(), create.partitions(), create.replicationFactor(), Map.of(), Map.of());
        controller.tell(new ControllerCommand.CreateTopics(
                requester(create.replyTo()), List.of(topic), false, create.replyTo()));
    }

    void delete(DeleteTopic delete) {
        controller.tell(new ControllerCommand.DeleteTopics(
                requester(delete.replyTo()), List.of(new TopicRef(delete.topic(), null)), delete.replyTo()));
    }

    static Requester requester(ActorRef<?> asker) {
        return new Requester("actor api", asker.path().address().toString());
    }
}
