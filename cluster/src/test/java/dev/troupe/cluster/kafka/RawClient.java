package dev.troupe.cluster.kafka;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.RequestUtils;
import org.apache.kafka.common.requests.ResponseHeader;

/** A socket that speaks in bytes, good or bad. */
final class RawClient implements AutoCloseable {
    private final Socket socket = new Socket();
    private final DataInputStream in;
    private int correlationId;

    RawClient(KafkaListener.Bound listener) throws IOException {
        this(listener.endpoint().port());
    }

    RawClient(int port) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(10_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        in = new DataInputStream(socket.getInputStream());
    }

    /** What the server sees as the peer. */
    String localAddress() {
        return socket.getLocalAddress().getHostAddress() + ":" + socket.getLocalPort();
    }

    RawClient raw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    RawClient frame(byte[] body) throws IOException {
        return raw(ByteBuffer.allocate(4 + body.length)
                .putInt(body.length)
                .put(body)
                .array());
    }

    /** The bytes of a request with its length in front. */
    byte[] bytes(ApiMessage request, int version) {
        RequestHeader header =
                new RequestHeader(ApiKeys.forId(request.apiKey()), (short) version, "raw", ++correlationId);
        ByteBuffer body = RequestUtils.serialize(header.data(), header.headerVersion(), request, (short) version);
        return ByteBuffer.allocate(4 + body.remaining())
                .putInt(body.remaining())
                .put(body)
                .array();
    }

    /** Sends a request; its correlation id. */
    int send(ApiMessage request, int version) throws IOException {
        raw(bytes(request, version));
        return correlationId;
    }

    /** The next response without its length. */
    ByteBuffer receive() throws IOException {
        byte[] body = new byte[in.readInt()];
        in.readFully(body);
        return ByteBuffer.wrap(body);
    }

    /** The correlation id of the next response. */
    int receiveId() throws IOException {
        return receive().getInt();
    }

    ApiMessage receive(ApiKeys key, int version) throws IOException {
        ByteBuffer bytes = receive();
        ResponseHeader.parse(bytes, key.responseHeaderVersion((short) version));
        ApiMessage response = ApiMessageType.fromApiKey(key.id).newResponse();
        response.read(new ByteBufferAccessor(bytes), (short) version);
        return response;
    }

    ApiMessage call(ApiMessage request, int version) throws IOException {
        send(request, version);
        return receive(ApiKeys.forId(request.apiKey()), version);
    }

    /** Whether the server has closed the connection; waits for it or for a byte. */
    boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true; // a reset
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
