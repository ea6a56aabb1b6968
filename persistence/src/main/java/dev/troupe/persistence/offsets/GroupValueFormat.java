package dev.troupe.persistence.offsets;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of group metadata. Version 0: protocol type, generation, protocol, leader, members. 1 adds the members' rebalance
 * timeout; 2 the time of the state; 3 the members' instance ids, and is what Kafka 4.4 writes; 4 is flexible.
 */
final class GroupValueFormat {
    private static final short WRITTEN = 3;
    private static final short NEWEST = 4;

    private GroupValueFormat() {}

    static ByteBuffer write(StoredGroup group) {
        FormatWriter out = new FormatWriter()
                .int16(WRITTEN)
                .string(group.protocolType())
                .int32(group.generation())
                .nullableString(group.protocol())
                .nullableString(group.leader())
                .int64(group.stateTimestampMs())
                .int32(group.members().size());
        for (StoredMember member : group.members()) {
            out.string(member.memberId())
                    .nullableString(member.instanceId())
                    .string(member.clientId())
                    .string(member.clientHost())
                    .int32(member.rebalanceTimeoutMs())
                    .int32(member.sessionTimeoutMs())
                    .bytes(member.subscription())
                    .bytes(member.assignment());
        }
        return out.toBuffer();
    }

    static StoredGroup read(ByteBuffer value) {
        FormatReader in = new FormatReader(value);
        short version = in.int16();
        if (version < 0 || version > NEWEST) {
            throw new IllegalArgumentException("group metadata of the unknown version " + version);
        }
        boolean flexible = version == NEWEST;
        String protocolType = flexible ? in.compactString() : in.string();
        int generation = in.int32();
        String protocol = nullable(in, flexible);
        String leader = nullable(in, flexible);
        long since = version >= 2 ? in.int64() : -1;
        int count = flexible ? in.varint() - 1 : in.int32();
        List<StoredMember> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(flexible ? flexibleMember(in) : member(in, version));
        }
        return new StoredGroup(protocolType, generation, protocol, leader, since, members);
    }

    private static StoredMember member(FormatReader in, short version) {
        String memberId = in.string();
        String instanceId = version >= 3 ? in.nullableString() : null;
        String clientId = in.string();
        String clientHost = in.string();
        int rebalanceTimeoutMs = version >= 1 ? in.int32() : -1;
        int sessionTimeoutMs = in.int32();
        return new StoredMember(
                memberId,
                instanceId,
                clientId,
                clientHost,
                rebalanceTimeoutMs < 0 ? sessionTimeoutMs : rebalanceTimeoutMs,
                sessionTimeoutMs,
                in.bytes(),
                in.bytes());
    }

    private static StoredMember flexibleMember(FormatReader in) {
        StoredMember member = new StoredMember(
                in.compactString(),
                in.nullableCompactString(),
                in.compactString(),
                in.compactString(),
                in.int32(),
                in.int32(),
                in.compactBytes(),
                in.compactBytes());
        in.taggedFields((tag, field) -> {});
        return member;
    }

    private static @Nullable String nullable(FormatReader in, boolean flexible) {
        return flexible ? in.nullableCompactString() : in.nullableString();
    }
}
