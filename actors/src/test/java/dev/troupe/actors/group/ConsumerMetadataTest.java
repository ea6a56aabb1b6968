package dev.troupe.actors.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.TopicPartition;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading what consumers write for each other: the bytes here are a Java client's. */
final class ConsumerMetadataTest {
    /** Version 3: topics a and bb, no user data, no owned partitions, generation -1, no rack. */
    private static final String SUBSCRIPTION =
            "0003" + "00000002" + "000161" + "00026262" + "ffffffff00000000ffffffffffff";

    /** Version 3: partitions 0 and 2 of topic a, no user data. */
    private static final String ASSIGNMENT =
            "0003" + "00000001" + "000161" + "00000002" + "0000000000000002" + "ffffffff";

    @Test
    void readsTheTopicsOfASubscription() {
        assertThat(ConsumerSubscription.topics(bytes(SUBSCRIPTION))).contains(Set.of("a", "bb"));
    }

    @Test
    void readsThePartitionsOfAnAssignment() {
        assertThat(ConsumerAssignment.partitions(bytes(ASSIGNMENT)).orElseThrow())
                .containsExactly(new TopicPartition("a", 0), new TopicPartition("a", 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ffff00000000",
                "0000ffffffff",
                "00007fffffff",
                "000000000001",
                "000000000001ffff",
                "0000000000017fff61"
            })
    void takesNothingFromWhatIsNeither(String hex) {
        assertThat(ConsumerSubscription.topics(bytes(hex))).isEmpty();
        assertThat(ConsumerAssignment.partitions(bytes(hex))).isEmpty();
    }

    @Test
    void takesNothingFromAnAssignmentOfMorePartitionsThanThereAreBytes() {
        assertThat(ConsumerAssignment.partitions(bytes("0000" + "00000001" + "000161" + "7fffffff" + "00000000")))
                .isEmpty();
    }

    private static Bytes bytes(String hex) {
        return Bytes.of(HexFormat.of().parseHex(hex));
    }
}
