package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupRequest.Join;
import dev.troupe.actors.group.GroupRequest.Leave;
import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.persistence.offsets.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests as tests need them. */
final class Requests {
    private Requests() {}

    static Join join(String clientId, String memberId) {
        return joinWith(clientId, memberId, null, "t", "range");
    }

    static Join joinWith(
            String clientId, String memberId, @Nullable String instanceId, String topic, String... protocols) {
        return new Join(
                memberId,
                instanceId,
                clientId,
                "/10.0.0.1",
                "consumer",
                Arrays.stream(protocols)
                        .map(name -> new Protocol(name, subscription(topic)))
                        .toList(),
                GroupWorld.SESSION_MS,
                GroupWorld.REBALANCE_MS,
                false,
                true,
                null);
    }

    static Bytes subscription(String topic) {
        byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        return Bytes.of(ByteBuffer.allocate(8 + name.length)
                .putShort((short) 0)
                .putInt(1)
                .putShort((short) name.length)
                .put(name)
                .array());
    }

    static Leave leave(String memberId) {
        return new Leave(List.of(new Leave.Leaver(memberId, null, "test")));
    }
}
