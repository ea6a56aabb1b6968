package dev.troupe.actors.client;

import dev.troupe.actors.group.GroupPhase;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.RemoteMessage;
import java.util.List;
import org.apache.pekko.util.ByteString;

/** What a broker answers to a {@link ClientRequest}; every reply has an error, {@link ErrorCode#NONE} where all is well. */
public sealed interface ClientReply extends RemoteMessage {

    /** What went wrong. */
    ErrorCode error();

    /**
     * The leaders of a topic.
     *
     * @param leaders broker ids by partition, -1 where nobody leads; empty on error
     */
    record TopicDescribed(ErrorCode error, List<Integer> leaders) implements ClientReply {
        public TopicDescribed {
            leaders = List.copyOf(leaders);
        }
    }

    /**
     * A batch was appended, or why not.
     *
     * @param message says more of the error, empty where there is none
     * @param baseOffset of the first record, -1 on error
     */
    record Produced(ErrorCode error, String message, long baseOffset) implements ClientReply {
        static Produced failed(ErrorCode error, String message) {
            return new Produced(error, message, -1);
        }
    }

    /**
     * What there is to read.
     *
     * @param offset the one asked for; where {@code EARLIEST} or {@code LATEST} was, the one it stands for
     * @param batches whole batches, of which the first may begin before the offset; empty where nothing came in time
     */
    record ReadDone(ErrorCode error, long offset, ByteString batches) implements ClientReply {
        /** Nothing was read. */
        public static ReadDone failed(ErrorCode error, long offset) {
            return new ReadDone(error, offset, ByteString.emptyByteString());
        }
    }

    /** All topics, by name; {@code LEADER_NOT_AVAILABLE} from a broker that has just started. */
    record TopicsListed(ErrorCode error, List<Topic> topics) implements ClientReply {
        public TopicsListed {
            topics = List.copyOf(topics);
        }

        /**
         * One of them.
         *
         * @param internal whether it belongs to the brokers
         * @param replicationFactor how many replicas its first partition has
         */
        public record Topic(String name, boolean internal, int partitions, int replicationFactor) {}
    }

    /** An offset, -1 where there is no such record. */
    record OffsetFound(ErrorCode error, long offset) implements ClientReply {}

    /** A producer id, -1 on error. */
    record ProducerIdGiven(ErrorCode error, long producerId) implements ClientReply {}

    /** The number of the broker that coordinates a group, -1 on error. */
    record CoordinatorFound(ErrorCode error, int broker) implements ClientReply {}

    /** What a group has answered. */
    record GroupAnswered(GroupReply reply) implements ClientReply {
        @Override
        public ErrorCode error() {
            return reply.error();
        }
    }

    /** Groups of one broker; {@code COORDINATOR_LOAD_IN_PROGRESS} where these may not be all. */
    record GroupsListed(ErrorCode error, List<Group> groups) implements ClientReply {
        public GroupsListed {
            groups = List.copyOf(groups);
        }

        /** One of them; the protocol type is empty where only offsets are committed. */
        public record Group(String group, GroupPhase state, String protocolType) {}
    }
}
