package dev.troupe.persistence.offsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.troupe.persistence.offsets.OffsetsRecord.GroupMetadata;
import dev.troupe.persistence.offsets.OffsetsRecord.GroupTombstone;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetCommit;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetTombstone;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.KeyValue;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The bytes here were written by Apache Kafka 4.4's own record classes. */
final class OffsetsCodecGoldenTest {
    private static final String OFFSET_KEY = "000100066f7264657273000674c3b670696300000007";
    private static final String GROUP_KEY = "000200066f7264657273";
    private static final String OFFSET_V0 = "0000000000000000002a00076e6f746520c3a90000018bcfe56800";
    private static final String OFFSET_V1 = "0001000000000000002a00076e6f746520c3a90000018bcfe568000000018bcfe65260";
    private static final String OFFSET_V2 = "0002000000000000002a00076e6f746520c3a90000018bcfe56800";
    private static final String OFFSET_V3 = "0003000000000000002a0000000300076e6f746520c3a90000018bcfe56800";
    private static final String OFFSET_V4 = "0004000000000000002a00000003086e6f746520c3a90000018bcfe5680000";
    private static final String OFFSET_V4_WITH_ID =
            "0004000000000000002a00000003086e6f746520c3a90000018bcfe5680001001001020304050607081112131415161718";
    private static final String GROUP_V0 = "00000008636f6e73756d657200000005000572616e676500036d2d310000000100036d2d"
            + "31000163000a2f3132372e302e302e310000afc800000002010200000003030405";
    private static final String GROUP_V3 = "00030008636f6e73756d657200000005000572616e676500036d2d310000018bcfe5680000"
            + "00000100036d2d310003692d31000163000a2f3132372e302e302e31000493e00000afc800000002010200000003030405";
    private static final String GROUP_V4 = "000409636f6e73756d6572000000050672616e6765046d2d310000018bcfe5680002046d2d"
            + "3104692d3102630b2f3132372e302e302e31000493e00000afc8030102040304050000";
    private static final String EMPTY_GROUP_V3 = "00030008636f6e73756d657200000006ffffffff0000018bcfe5680000000000";

    private static final long COMMITTED_MS = 1_700_000_000_000L;
    private static final TopicPartition TP = new TopicPartition("töpic", 7);
    private static final TopicId ID = new TopicId(new UUID(0x0102030405060708L, 0x1112131415161718L));

    @Test
    void writesOffsetsAsKafkaDoes() {
        assertWritten(commit(3, -1, ID), OFFSET_KEY, OFFSET_V4_WITH_ID);
        assertWritten(commit(3, -1, TopicId.ZERO), OFFSET_KEY, OFFSET_V4);
        assertWritten(commit(-1, COMMITTED_MS + 60_000, TopicId.ZERO), OFFSET_KEY, OFFSET_V1);
        assertWritten(new OffsetTombstone("orders", TP), OFFSET_KEY, null);
    }

    @Test
    void writesGroupsAsKafkaDoes() {
        assertWritten(group("i-1", 300_000, COMMITTED_MS), GROUP_KEY, GROUP_V3);
        assertWritten(emptyGroup(), GROUP_KEY, EMPTY_GROUP_V3);
        assertWritten(new GroupTombstone("orders"), GROUP_KEY, null);
    }

    @Test
    void readsEveryVersionOfOffsets() {
        assertThat(read(OFFSET_KEY, OFFSET_V0)).isEqualTo(commit(-1, -1, TopicId.ZERO));
        assertThat(read(OFFSET_KEY, OFFSET_V1)).isEqualTo(commit(-1, COMMITTED_MS + 60_000, TopicId.ZERO));
        assertThat(read(OFFSET_KEY, OFFSET_V2)).isEqualTo(commit(-1, -1, TopicId.ZERO));
        assertThat(read(OFFSET_KEY, OFFSET_V3)).isEqualTo(commit(3, -1, TopicId.ZERO));
        assertThat(read(OFFSET_KEY, OFFSET_V4)).isEqualTo(commit(3, -1, TopicId.ZERO));
        assertThat(read(OFFSET_KEY, OFFSET_V4_WITH_ID)).isEqualTo(commit(3, -1, ID));
        assertThat(read(OFFSET_KEY, null)).isEqualTo(new OffsetTombstone("orders", TP));
    }

    @Test
    void readsEveryVersionOfGroups() {
        assertThat(read(GROUP_KEY, GROUP_V0)).isEqualTo(group(null, 45_000, -1));
        assertThat(read(GROUP_KEY, GROUP_V3)).isEqualTo(group("i-1", 300_000, COMMITTED_MS));
        assertThat(read(GROUP_KEY, GROUP_V4)).isEqualTo(group("i-1", 300_000, COMMITTED_MS));
        assertThat(read(GROUP_KEY, EMPTY_GROUP_V3)).isEqualTo(emptyGroup());
        assertThat(read(GROUP_KEY, null)).isEqualTo(new GroupTombstone("orders"));
    }

    @Test
    void passesOverRecordsOfOtherKindsOfGroup() {
        assertThat(OffsetsCodec.decode(new KeyValue(bytes("000300066f7264657273"), bytes("00000000"))))
                .isEmpty();
    }

    @Test
    void passesOverWhatIsNoKey() {
        assertThat(OffsetsCodec.decode(new KeyValue(bytes("6b"), bytes("76")))).isEmpty();
        assertThat(OffsetsCodec.decode(new KeyValue(bytes("00017fff6f72"), null)))
                .isEmpty();
    }

    @Test
    void refusesValuesThatAreCutShortOrUnknown() {
        assertThatIllegalArgumentException().isThrownBy(() -> read(OFFSET_KEY, OFFSET_V4.substring(0, 30)));
        assertThatIllegalArgumentException().isThrownBy(() -> read(GROUP_KEY, GROUP_V3.substring(0, 80)));
        assertThatIllegalArgumentException().isThrownBy(() -> read(OFFSET_KEY, "0005" + OFFSET_V4.substring(4)));
    }

    private static OffsetsRecord commit(int leaderEpoch, long expires, TopicId id) {
        return new OffsetCommit(
                "orders", TP, new CommittedOffset(42, leaderEpoch, "note é", COMMITTED_MS, expires, id));
    }

    private static OffsetsRecord group(@Nullable String instanceId, int rebalanceTimeoutMs, long since) {
        StoredMember member = new StoredMember(
                "m-1",
                instanceId,
                "c",
                "/127.0.0.1",
                rebalanceTimeoutMs,
                45_000,
                Bytes.of(new byte[] {1, 2}),
                Bytes.of(new byte[] {3, 4, 5}));
        return new GroupMetadata("orders", new StoredGroup("consumer", 5, "range", "m-1", since, List.of(member)));
    }

    private static OffsetsRecord emptyGroup() {
        return new GroupMetadata("orders", new StoredGroup("consumer", 6, null, null, COMMITTED_MS, List.of()));
    }

    private static void assertWritten(OffsetsRecord record, String key, @Nullable String value) {
        assertThat(OffsetsCodec.encode(record))
                .isEqualTo(new KeyValue(bytes(key), value == null ? null : bytes(value)));
    }

    private static OffsetsRecord read(String key, @Nullable String value) {
        return OffsetsCodec.decode(new KeyValue(bytes(key), value == null ? null : bytes(value)))
                .orElseThrow();
    }

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }
}
