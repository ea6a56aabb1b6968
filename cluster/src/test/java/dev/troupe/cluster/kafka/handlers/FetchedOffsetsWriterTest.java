package dev.troupe.cluster.kafka.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestTopic;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestTopics;
import org.apache.kafka.common.message.OffsetFetchResponseData;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponseGroup;
import org.junit.jupiter.api.Test;

/** What each version of OffsetFetch tells of committed offsets and of errors. */
final class FetchedOffsetsWriterTest {
    private static final TopicId ID = new TopicId(new UUID(1, 2));
    private static final FetchedOffsets LOADING = new FetchedOffsets(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, Map.of());
    private static final FetchedOffsets OFFSETS = new FetchedOffsets(
            ErrorCode.NONE,
            Map.of(
                    new TopicPartition("t", 1),
                    new CommittedOffset(42, 3, "note", 1, -1, ID),
                    new TopicPartition("gone", 0),
                    new CommittedOffset(7, -1, "", 1, -1, TopicId.ZERO)));

    @Test
    void tellsAnErrorInEachPartitionWhereThereIsNoOtherPlaceForIt() {
        OffsetFetchResponseData response = FetchedOffsetsWriter.single(asking("t", 0, 1), LOADING, (short) 1);
        assertThat(response.topics().getFirst().partitions()).hasSize(2).allSatisfy(partition -> {
            assertThat(partition.errorCode()).isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS.code());
            assertThat(partition.committedOffset()).isEqualTo(-1);
        });
    }

    @Test
    void tellsAnErrorOnTopFromVersionTwoOn() {
        OffsetFetchResponseData response = FetchedOffsetsWriter.single(asking("t", 0), LOADING, (short) 2);
        assertThat(response.errorCode()).isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS.code());
        assertThat(response.topics()).isEmpty();
    }

    @Test
    void tellsMinusOneWhereNothingIsCommitted() {
        OffsetFetchResponseData response = FetchedOffsetsWriter.single(asking("t", 0, 1), OFFSETS, (short) 5);
        assertThat(response.topics().getFirst().partitions())
                .extracting(partition -> partition.committedOffset() + " " + partition.committedLeaderEpoch() + " "
                        + partition.metadata() + " " + partition.errorCode())
                .containsExactly("-1 -1  0", "42 3 note 0");
    }

    @Test
    void tellsAllOffsetsWhereNoTopicIsNamed() {
        OffsetFetchResponseData response =
                FetchedOffsetsWriter.single(new OffsetFetchRequestData().setTopics(null), OFFSETS, (short) 2);
        assertThat(response.topics()).extracting(topic -> topic.name()).containsExactly("gone", "t");
    }

    @Test
    void tellsTopicsThatExistWhereTopicsHaveIds() {
        OffsetFetchResponseGroup group = new FetchedOffsetsWriter(image(), (short) 10)
                .group(new OffsetFetchRequestGroup().setGroupId("g").setTopics(null), OFFSETS);
        assertThat(group.topics()).extracting(topic -> topic.topicId()).containsExactly(WireIds.toWire(ID));
    }

    @Test
    void refusesAnUnknownTopicIdInItsPartitionsOnly() {
        OffsetFetchRequestGroup asked = new OffsetFetchRequestGroup()
                .setGroupId("g")
                .setTopics(List.of(topic(new Uuid(9, 9), 0), topic(WireIds.toWire(ID), 1)));
        OffsetFetchResponseGroup group = new FetchedOffsetsWriter(image(), (short) 10).group(asked, OFFSETS);
        assertThat(group.errorCode()).isZero();
        assertThat(group.topics())
                .extracting(topic -> topic.partitions().getFirst().errorCode())
                .containsExactly(ErrorCode.UNKNOWN_TOPIC_ID.code(), ErrorCode.NONE.code());
    }

    private static OffsetFetchRequestData asking(String topic, Integer... partitions) {
        return new OffsetFetchRequestData()
                .setTopics(
                        List.of(new OffsetFetchRequestTopic().setName(topic).setPartitionIndexes(List.of(partitions))));
    }

    private static OffsetFetchRequestTopics topic(Uuid id, int partition) {
        return new OffsetFetchRequestTopics().setTopicId(id).setPartitionIndexes(List.of(partition));
    }

    private static ClusterImage image() {
        ClusterImage empty = ClusterImage.empty("test");
        return new ClusterImage(
                1,
                "test",
                1,
                1,
                empty.brokers(),
                empty.topics().plus("t", new TopicInfo("t", ID, false, List.of(), Map.of())),
                empty.topicNames().plus(ID, "t"),
                empty.clusterConfigs(),
                empty.brokerConfigs());
    }
}
