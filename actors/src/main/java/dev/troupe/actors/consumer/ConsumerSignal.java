package dev.troupe.actors.consumer;

import dev.troupe.actors.client.ClientReply.ReadDone;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientReply.TopicsListed;
import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.Set;

/** What a consumer hears of its parts, of brokers and of time. */
sealed interface ConsumerSignal extends ConsumerCommand {

    /** A read has ended. */
    record Fetched(Fetcher.Fetch fetch, ReadDone reply) implements ConsumerSignal {}

    /** A broker has told who leads a topic. */
    record Described(String topic, TopicDescribed reply) implements ConsumerSignal {}

    /** A broker has told which topics there are. */
    record Listed(TopicsListed reply) implements ConsumerSignal {}

    /** The group's coordinator has told what is committed. */
    record OffsetsFetched(FetchedOffsets reply) implements ConsumerSignal {}

    /** The membership brings partitions. */
    record Assigned(Set<TopicPartition> added) implements ConsumerSignal {}

    /** The membership takes partitions as soon as the application can give them up. */
    record Revoke(int attempt, Set<TopicPartition> partitions) implements ConsumerSignal {}

    /** What was done by itself is committed before partitions go, or could not be. */
    record Settled(Revoke revoke) implements ConsumerSignal {}

    /** The application has given them up. */
    record Released(Revoke revoke) implements ConsumerSignal {}

    /** The membership has lost partitions. */
    record Lost(Set<TopicPartition> partitions) implements ConsumerSignal {}

    /** The membership is over. */
    record Failed(ErrorCode error) implements ConsumerSignal {}

    /** Time to look for topics and partitions again. */
    record Refresh() implements ConsumerSignal {}

    /** Time to send the reads that are due. */
    record Advance() implements ConsumerSignal {}

    /** The poll that waits has waited long enough. */
    record PollOver() implements ConsumerSignal {}

    /** The application has not polled for too long. */
    record Stuck() implements ConsumerSignal {}

    /** The last commit is done, or nobody waits for it any more. */
    record Farewell() implements ConsumerSignal {}

    /** The group is left. */
    record Gone() implements ConsumerSignal {}
}
