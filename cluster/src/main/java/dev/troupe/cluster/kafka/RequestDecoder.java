package dev.troupe.cluster.kafka;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;

/** Reads a frame's header and body. Records in the body stay slices of the frame. */
final class RequestDecoder {
    /** Request key, version, correlation id: every header begins with them, whatever its version. */
    private static final int FIXED_BYTES = 8;

    private final ApiRegistry registry;

    RequestDecoder(ApiRegistry registry) {
        this.registry = registry;
    }

    /**
     * @throws MalformedRequest where it is no request that is served; lengths inside it are checked against what is there
     *     before anything is allocated for them
     */
    Request decode(ByteBuffer frame) throws MalformedRequest {
        if (frame.remaining() < FIXED_BYTES) {
            throw new MalformedRequest("a frame of " + frame.remaining() + " bytes, too short for a request");
        }
        short id = frame.getShort(frame.position());
        short version = frame.getShort(frame.position() + 2);
        if (!ApiKeys.hasId(id)) {
            throw new MalformedRequest("unknown request " + id + " (version " + version + ")");
        }
        ApiKeys key = ApiKeys.forId(id);
        Optional<ApiHandler<ApiMessage, ApiMessage>> handler = registry.find(key, version);
        if (handler.isPresent()) {
            return read(handler.get(), version, frame);
        }
        if (key == ApiKeys.API_VERSIONS) {
            // Clients probe with versions that they hope for. No more than the header's fixed start can be relied on.
            return new Request(
                    registry.unknownApiVersions(),
                    (short) 0,
                    frame.getInt(frame.position() + 4),
                    null,
                    new ApiVersionsRequestData());
        }
        throw new MalformedRequest("request " + key.name + " of version " + version + ", which is not served");
    }

    private static Request read(ApiHandler<ApiMessage, ApiMessage> handler, short version, ByteBuffer frame)
            throws MalformedRequest {
        ApiKeys key = handler.key();
        try {
            ByteBufferAccessor bytes = new ByteBufferAccessor(frame);
            RequestHeaderData header = new RequestHeaderData(bytes, key.requestHeaderVersion(version));
            ApiMessage body = key.messageType.newRequest();
            body.read(bytes, version);
            return new Request(handler, version, header.correlationId(), header.clientId(), body);
        } catch (RuntimeException e) {
            // Kafka's readers throw various unchecked exceptions at bytes that do not parse.
            throw new MalformedRequest("request " + key.name + " of version " + version + " does not parse: " + e);
        }
    }
}
