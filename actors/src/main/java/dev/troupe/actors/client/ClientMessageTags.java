package dev.troupe.actors.client;

import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.protocol.serialization.MessageTags;
import java.util.HashMap;
import java.util.Map;

/** Tags of what applications' nodes and brokers say to each other. */
public final class ClientMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        Map<String, Class<?>> all = new HashMap<>(requests());
        all.putAll(replies());
        all.putAll(groups());
        return all;
    }

    private static Map<String, Class<?>> requests() {
        return Map.ofEntries(
                Map.entry("client.describe-topic", ClientRequest.DescribeTopic.class),
                Map.entry("client.create-topic", ClientRequest.CreateTopic.class),
                Map.entry("client.delete-topic", ClientRequest.DeleteTopic.class),
                Map.entry("client.list-topics", ClientRequest.ListTopics.class),
                Map.entry("client.new-producer-id", ClientRequest.NewProducerId.class),
                Map.entry("client.produce", ClientRequest.Produce.class),
                Map.entry("client.read", ClientRequest.Read.class),
                Map.entry("client.find-offset", ClientRequest.FindOffset.class),
                Map.entry("client.find-coordinator", ClientRequest.FindCoordinator.class),
                Map.entry("client.ask-group", ClientRequest.AskGroup.class),
                Map.entry("client.list-groups", ClientRequest.ListGroups.class));
    }

    private static Map<String, Class<?>> replies() {
        return Map.of(
                "client.topic-described", ClientReply.TopicDescribed.class,
                "client.topics-listed", ClientReply.TopicsListed.class,
                "client.produced", ClientReply.Produced.class,
                "client.read-done", ClientReply.ReadDone.class,
                "client.producer-id-given", ClientReply.ProducerIdGiven.class,
                "client.offset-found", ClientReply.OffsetFound.class,
                "client.coordinator-found", ClientReply.CoordinatorFound.class,
                "client.group-answered", ClientReply.GroupAnswered.class,
                "client.groups-listed", ClientReply.GroupsListed.class);
    }

    private static Map<String, Class<?>> groups() {
        return Map.ofEntries(
                Map.entry("group.join", GroupRequest.Join.class),
                Map.entry("group.joined", GroupReply.Joined.class),
                Map.entry("group.sync", GroupRequest.Sync.class),
                Map.entry("group.synced", GroupReply.Synced.class),
                Map.entry("group.heartbeat", GroupRequest.Heartbeat.class),
                Map.entry("group.beaten", GroupReply.Beaten.class),
                Map.entry("group.leave", GroupRequest.Leave.class),
                Map.entry("group.left", GroupReply.Left.class),
                Map.entry("group.commit", GroupRequest.Commit.class),
                Map.entry("group.committed", GroupReply.Committed.class),
                Map.entry("group.fetch-offsets", GroupRequest.FetchOffsets.class),
                Map.entry("group.fetched-offsets", GroupReply.FetchedOffsets.class),
                Map.entry("group.delete-offsets", GroupRequest.DeleteOffsets.class),
                Map.entry("group.deleted-offsets", GroupReply.DeletedOffsets.class),
                Map.entry("group.delete", GroupRequest.Delete.class),
                Map.entry("group.deleted", GroupReply.Deleted.class),
                Map.entry("group.describe", GroupRequest.Describe.class),
                Map.entry("group.described", GroupReply.Described.class));
    }
}
