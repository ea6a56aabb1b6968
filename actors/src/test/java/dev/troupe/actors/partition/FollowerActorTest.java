package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A follower, and a leader that becomes one. */
class FollowerActorTest extends ReplicaWorld {
    @Test
    void aFollowerCopiesItsLeader() {
        follow(info(0, 0, List.of(2, 1), List.of(2)));
        ReplicaFetch first = leader.receiveMessage();
        assertThat(first.fetchOffset()).isZero();
        assertThat(first.lastEpoch()).isEqualTo(-1);

        first.replyTo().tell(new ReplicaRecords(first.fetch(), Batch.of("a", "b"), 1, 0));

        ReplicaFetch second = leader.receiveMessage();
        assertThat(second.fetchOffset()).isEqualTo(2);
        assertThat(log().highWatermark()).isEqualTo(1);
        assertThat(((Refused) append(ALL, "x")).error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void aFollowerThatHearsNothingAsksAgain() {
        follow(info(0, 0, List.of(2, 1), List.of(2)));
        ReplicaFetch first = leader.receiveMessage();

        pass(Duration.ofSeconds(6));

        assertThat(leader.receiveMessage().fetch()).isGreaterThan(first.fetch());
    }

    @Test
    void aDeposedLeaderRefusesWhatItHasParked() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellAppend(ALL, "a");
        follow(info(1, 1, List.of(1, 2), List.of(1, 2)));

        assertThat(producer.expectMessageClass(Refused.class).error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }
}
