package dev.troupe.cluster.kafka.admin;

import dev.troupe.cluster.kafka.admin.DescribedGroup.Member;
import dev.troupe.protocol.TopicPartition;
import java.util.List;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.jspecify.annotations.Nullable;

/** What the admin client tells of a group, in our words. */
record Description(String state, String assignor, String coordinator, List<Member> members) {

    static Description of(ConsumerGroupDescription group) {
        return new Description(
                group.groupState().toString(),
                group.partitionAssignor(),
                "node " + group.coordinator().id() + " at "
                        + group.coordinator().host() + ":" + group.coordinator().port(),
                group.members().stream().map(Description::member).toList());
    }

    private static Member member(MemberDescription member) {
        String host = member.host();
        return new Member(
                member.consumerId(),
                member.groupInstanceId().orElse(null),
                member.clientId(),
                host.startsWith("/") ? host.substring(1) : host,
                member.assignment().topicPartitions().stream()
                        .map(tp -> new TopicPartition(tp.topic(), tp.partition()))
                        .toList());
    }

    @Nullable
    String ownerOf(TopicPartition partition) {
        for (Member member : members) {
            if (member.assignment().contains(partition)) {
                return member.memberId();
            }
        }
        return null;
    }
}
