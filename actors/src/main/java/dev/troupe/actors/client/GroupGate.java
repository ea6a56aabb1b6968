package dev.troupe.actors.client;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.client.ClientReply.CoordinatorFound;
import dev.troupe.actors.client.ClientReply.GroupAnswered;
import dev.troupe.actors.client.ClientReply.GroupsListed;
import dev.troupe.actors.client.ClientRequest.AskGroup;
import dev.troupe.actors.client.ClientRequest.FindCoordinator;
import dev.troupe.actors.client.ClientRequest.ListGroups;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.actors.group.GroupRequest.Commit;
import dev.troupe.actors.group.Groups;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.Requester;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;

/** What a broker's gateway does with groups: those that this node coordinates answer for themselves. */
final class GroupGate {
    private final Groups groups;
    private final MetadataCache metadata;
    private final Consumer<Requester> offsetsTopic;
    private final InstantSource clock;

    GroupGate(Groups groups, MetadataCache metadata, Consumer<Requester> offsetsTopic, InstantSource clock) {
        this.groups = groups;
        this.metadata = metadata;
        this.offsetsTopic = offsetsTopic;
        this.clock = clock;
    }

    /** The first question for a group has the topic created that groups are kept in (G1). */
    void find(FindCoordinator find) {
        ClusterImage image = metadata.current();
        if (image.topic(Groups.OFFSETS_TOPIC).isEmpty()) {
            offsetsTopic.accept(TopicGate.requester(find.replyTo()));
        }
        Optional<PartitionInfo> led = image.partition(
                        new TopicPartition(Groups.OFFSETS_TOPIC, groups.partitionOf(find.group())))
                .filter(PartitionInfo::hasLeader);
        find.replyTo()
                .tell(led.map(info -> new CoordinatorFound(ErrorCode.NONE, info.leader()))
                        .orElseGet(() -> new CoordinatorFound(ErrorCode.COORDINATOR_NOT_AVAILABLE, -1)));
    }

    void ask(AskGroup ask) {
        switch (ask.request()) {
            case Commit commit -> commit(ask, commit);
            case GroupRequest<?> other -> ask(ask.group(), other, ask.replyTo());
        }
    }

    private <R extends GroupReply> void ask(String group, GroupRequest<R> request, ActorRef<GroupAnswered> replyTo) {
        groups.ask(group, request).thenAccept(reply -> replyTo.tell(new GroupAnswered(reply)));
    }

    /** When, and for which topic of that name: the broker says so, not the application. */
    private void commit(AskGroup ask, Commit commit) {
        ClusterImage image = metadata.current();
        long now = clock.millis();
        Map<TopicPartition, CommittedOffset> offsets = new HashMap<>();
        for (Map.Entry<TopicPartition, CommittedOffset> each : commit.offsets().entrySet()) {
            if (image.partition(each.getKey()).isEmpty()) {
                ask.replyTo().tell(new GroupAnswered(commit.refused(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)));
                return;
            }
            CommittedOffset given = each.getValue();
            image.topic(each.getKey().topic())
                    .ifPresent(topic -> offsets.put(
                            each.getKey(),
                            new CommittedOffset(
                                    given.offset(),
                                    given.leaderEpoch(),
                                    given.metadata(),
                                    now,
                                    CommittedOffset.NONE,
                                    topic.id())));
        }
        ask(
                ask.group(),
                new Commit(commit.memberId(), commit.instanceId(), commit.generation(), offsets),
                ask.replyTo());
    }

    void list(ListGroups list) {
        list.replyTo()
                .tell(new GroupsListed(
                        groups.isLoading() ? ErrorCode.COORDINATOR_LOAD_IN_PROGRESS : ErrorCode.NONE,
                        groups.list().stream()
                                .map(each -> new GroupsListed.Group(each.groupId(), each.state(), each.protocolType()))
                                .toList()));
    }
}
