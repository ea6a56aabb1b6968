package dev.troupe.actors.partition;

import dev.troupe.actors.partition.ReplicaMessage.Diverging;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.NotSerializableException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Writes {@link ReplicaMessage}s straight into the transport's buffer: records are copied into it once, and out of it once.
 * Numbers are big-endian, texts are UTF-8 behind their length in two bytes. The manifest is the kind of message and its version.
 *
 * <pre>
 * f1  fetch    topic, partition, topic id, replica, broker epoch, fetch, leader epoch, offset, last epoch, max bytes, reply to
 * r1  records  fetch, high watermark, log start offset, then records up to the end
 * d1  diverging  fetch, epoch, end offset
 * x1  refused  fetch, error code, restart at
 * </pre>
 */
public final class ReplicaSerializer extends SerializerWithStringManifest implements ByteBufferSerializer {
    /** On the wire between nodes: never to be changed. */
    public static final int IDENTIFIER = 7002;

    private static final String FETCH = "f1";
    private static final String RECORDS = "r1";
    private static final String DIVERGING = "d1";
    private static final String REFUSED = "x1";
    private static final int FIXED_OF_FETCH = 64;
    private static final int FIXED_OF_ANSWER = 24;

    private final ExtendedActorSystem system;

    /** Called by Pekko, which finds the class in {@code reference.conf}. */
    public ReplicaSerializer(ExtendedActorSystem system) {
        this.system = system;
    }

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        return switch ((ReplicaMessage) message) {
            case ReplicaFetch _ -> FETCH;
            case ReplicaRecords _ -> RECORDS;
            case Diverging _ -> DIVERGING;
            case FetchRefused _ -> REFUSED;
        };
    }

    @Override
    public void toBinary(Object message, ByteBuffer out) {
        switch ((ReplicaMessage) message) {
            case ReplicaFetch fetch -> write(fetch, out);
            case ReplicaRecords(long fetch, ByteBuffer records, long highWatermark, long logStartOffset) ->
                out.putLong(fetch)
                        .putLong(highWatermark)
                        .putLong(logStartOffset)
                        .put(records.duplicate());
            case Diverging(long fetch, int epoch, long endOffset) ->
                out.putLong(fetch).putInt(epoch).putLong(endOffset);
            case FetchRefused(long fetch, ErrorCode error, long restartAt) ->
                out.putLong(fetch).putShort(error.code()).putLong(restartAt);
        }
    }

    private void write(ReplicaFetch fetch, ByteBuffer out) {
        put(out, fetch.partition().topic());
        UUID id = fetch.topicId().value();
        out.putInt(fetch.partition().partition())
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putInt(fetch.replica())
                .putLong(fetch.brokerEpoch())
                .putLong(fetch.fetch())
                .putInt(fetch.leaderEpoch())
                .putLong(fetch.fetchOffset())
                .putInt(fetch.lastEpoch())
                .putInt(fetch.maxBytes());
        put(out, resolver().toSerializationFormat(fetch.replyTo()));
    }

    private static void put(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putShort((short) bytes.length).put(bytes);
    }

    /** Used where a message does not go through Artery. */
    @Override
    public byte[] toBinary(Object message) {
        ByteBuffer out = ByteBuffer.allocate(sizeOf((ReplicaMessage) message));
        toBinary(message, out);
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }

    /** An upper bound: a character takes three bytes at most. */
    private int sizeOf(ReplicaMessage message) {
        return switch (message) {
            case ReplicaFetch fetch ->
                FIXED_OF_FETCH
                        + 3 * fetch.partition().topic().length()
                        + 3 * resolver().toSerializationFormat(fetch.replyTo()).length();
            case ReplicaRecords records -> FIXED_OF_ANSWER + records.records().remaining();
            case Diverging _, FetchRefused _ -> FIXED_OF_ANSWER;
        };
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
        return fromBinary(ByteBuffer.wrap(bytes), manifest);
    }

    @Override
    public Object fromBinary(ByteBuffer in, String manifest) throws NotSerializableException {
        try {
            return switch (manifest) {
                case FETCH -> readFetch(in);
                case RECORDS -> readRecords(in);
                case DIVERGING -> new Diverging(in.getLong(), in.getInt(), in.getLong());
                case REFUSED -> new FetchRefused(in.getLong(), ErrorCode.of(in.getShort()), in.getLong());
                default ->
                    throw new NotSerializableException("a message of replicas of unknown kind '" + manifest + "'");
            };
        } catch (BufferUnderflowException cutShort) {
            throw new NotSerializableException("a message of replicas was cut short, kind " + manifest);
        }
    }

    private ReplicaFetch readFetch(ByteBuffer in) {
        return new ReplicaFetch(
                new TopicPartition(text(in), in.getInt()),
                new TopicId(new UUID(in.getLong(), in.getLong())),
                in.getInt(),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getLong(),
                in.getInt(),
                in.getInt(),
                follower(text(in)));
    }

    private ActorRef<ReplicaMessage> follower(String path) {
        return resolver().resolveActorRef(path);
    }

    /** The buffer is the transport's, which uses it again. */
    private static ReplicaRecords readRecords(ByteBuffer in) {
        long fetch = in.getLong();
        long highWatermark = in.getLong();
        long logStartOffset = in.getLong();
        byte[] records = new byte[in.remaining()];
        in.get(records);
        return new ReplicaRecords(fetch, ByteBuffer.wrap(records), highWatermark, logStartOffset);
    }

    private static String text(ByteBuffer in) {
        int length = Short.toUnsignedInt(in.getShort());
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Asked for at each use, as the system is not complete when it makes its serializers. */
    private ActorRefResolver resolver() {
        return ActorRefResolver.get(Adapter.toTyped(system));
    }
}
