package dev.troupe.actors.consumer;

import dev.troupe.actors.consumer.assignor.Assignor;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a consumer reads; the defaults are those of Kafka's consumer.
 *
 * @param groupId which group it belongs to and commits for
 * @param clientId how it is called where groups are described
 * @param instanceId makes it a static member (KIP-345), null for none
 * @param assignors those it can work with, the one it likes best first
 * @param reset where it begins in partitions for which nothing is committed
 * @param autoCommit how often what was delivered is committed by itself, zero for never
 * @param sessionTimeout after which silence it is taken for dead
 * @param heartbeatInterval how often it says that it is alive, by itself
 * @param maxPollInterval how long the application may be busy with one poll before others get its partitions
 * @param maxPollRecords how many records a poll brings at most
 * @param metadataAge how often it looks for new topics and partitions
 */
public record ConsumerSettings(
        String groupId,
        String clientId,
        @Nullable String instanceId,
        List<Assignor> assignors,
        OffsetReset reset,
        Duration autoCommit,
        Duration sessionTimeout,
        Duration heartbeatInterval,
        Duration maxPollInterval,
        int maxPollRecords,
        Duration metadataAge) {
    public ConsumerSettings {
        assignors = List.copyOf(assignors);
        if (groupId.isEmpty() || assignors.isEmpty() || maxPollRecords < 1) {
            throw new IllegalArgumentException("a consumer has a group, an assignor, and takes one record at least");
        }
    }

    /** Where to begin. */
    public enum OffsetReset {
        /** With the first record that is there. */
        EARLIEST,
        /** Only with what comes from now on. */
        LATEST,
        /** Nowhere: the poll fails. */
        NONE
    }

    /** A member of that group. */
    public static ConsumerSettings ofGroup(String groupId) {
        return new ConsumerSettings(
                groupId,
                "troupe-consumer",
                null,
                List.of(Assignor.RANGE),
                OffsetReset.LATEST,
                Duration.ofSeconds(5),
                Duration.ofSeconds(45),
                Duration.ofSeconds(3),
                Duration.ofMinutes(5),
                500,
                Duration.ofSeconds(30));
    }

    /** With another name. */
    public ConsumerSettings withClientId(String id) {
        return with(id, instanceId, assignors, reset, autoCommit, maxPollInterval, maxPollRecords);
    }

    /** As a static member. */
    public ConsumerSettings withInstanceId(String id) {
        return with(clientId, id, assignors, reset, autoCommit, maxPollInterval, maxPollRecords);
    }

    /** With other assignors. */
    public ConsumerSettings withAssignors(Assignor... others) {
        return with(clientId, instanceId, List.of(others), reset, autoCommit, maxPollInterval, maxPollRecords);
    }

    /** Beginning elsewhere. */
    public ConsumerSettings withReset(OffsetReset other) {
        return with(clientId, instanceId, assignors, other, autoCommit, maxPollInterval, maxPollRecords);
    }

    /** Committing by itself that often; zero leaves all commits to the application. */
    public ConsumerSettings withAutoCommit(Duration interval) {
        return with(clientId, instanceId, assignors, reset, interval, maxPollInterval, maxPollRecords);
    }

    /** With more or less time for what one poll brings. */
    public ConsumerSettings withMaxPollInterval(Duration interval) {
        return with(clientId, instanceId, assignors, reset, autoCommit, interval, maxPollRecords);
    }

    /** With that many records at most by one poll. */
    public ConsumerSettings withMaxPollRecords(int records) {
        return with(clientId, instanceId, assignors, reset, autoCommit, maxPollInterval, records);
    }

    /** With other times for being alive and for looking around. */
    public ConsumerSettings withTimes(Duration session, Duration heartbeat, Duration metadata) {
        return new ConsumerSettings(
                groupId,
                clientId,
                instanceId,
                assignors,
                reset,
                autoCommit,
                session,
                heartbeat,
                maxPollInterval,
                maxPollRecords,
                metadata);
    }

    private ConsumerSettings with(
            String client,
            @Nullable String instance,
            List<Assignor> theAssignors,
            OffsetReset theReset,
            Duration commit,
            Duration poll,
            int records) {
        return new ConsumerSettings(
                groupId,
                client,
                instance,
                theAssignors,
                theReset,
                commit,
                sessionTimeout,
                heartbeatInterval,
                poll,
                records,
                metadataAge);
    }

    /** Whether it keeps what it has while its group rebalances: where all its assignors do. */
    boolean isCooperative() {
        return assignors.stream().allMatch(Assignor::isCooperative);
    }
}
