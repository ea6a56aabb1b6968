package dev.troupe.actors.client;

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
        static ReadDone failed(ErrorCode error, long offset) {
            return new ReadDone(error, offset, ByteString.emptyByteString());
        }
    }
}
