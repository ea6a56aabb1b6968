package dev.troupe.cluster.kafka;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageSizeAccumulator;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** Makes the parts of a response's frame: buffers, and regions of files between them. */
final class ResponseEncoder {
    private static final int LENGTH_BYTES = 4;
    private static final int CORRELATION_BYTES = 4;

    private ResponseEncoder() {}

    /**
     * Encodes a response; who calls owns what is returned.
     *
     * @param headerVersion of the response header: from 1 on it ends with tagged fields, of which there are none
     */
    static List<Object> encode(
            ByteBufAllocator allocator, int correlationId, short headerVersion, ApiMessage body, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        MessageSizeAccumulator size = new MessageSizeAccumulator();
        body.addSize(size, cache, version);
        int header = headerVersion >= 1 ? CORRELATION_BYTES + 1 : CORRELATION_BYTES;
        ByteBuf buffer = allocator.directBuffer(LENGTH_BYTES + header + size.sizeExcludingZeroCopy());
        ResponseWriter writer = new ResponseWriter(buffer);
        try {
            writer.writeInt(header + size.totalSize());
            writer.writeInt(correlationId);
            if (headerVersion >= 1) {
                writer.writeByte((byte) 0);
            }
            body.write(writer, cache, version);
        } catch (RuntimeException e) {
            writer.abandon();
            throw e;
        }
        return writer.finish();
    }
}
