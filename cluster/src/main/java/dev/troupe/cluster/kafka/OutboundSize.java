package dev.troupe.cluster.kafka;

import io.netty.buffer.ByteBuf;
import io.netty.channel.FileRegion;
import io.netty.channel.MessageSizeEstimator;

/** Counts regions of files at their full size, so that a peer that does not read them is noticed like any other. */
final class OutboundSize implements MessageSizeEstimator {
    private static final Handle HANDLE = OutboundSize::of;

    /** Bytes of one part of an answer. */
    static int of(Object part) {
        return switch (part) {
            case ByteBuf buffer -> buffer.readableBytes();
            case FileRegion region -> (int) Math.min(region.count(), Integer.MAX_VALUE);
            default -> 0;
        };
    }

    @Override
    public Handle newHandle() {
        return HANDLE;
    }
}
