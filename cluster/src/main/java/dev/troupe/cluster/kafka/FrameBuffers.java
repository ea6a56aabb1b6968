package dev.troupe.cluster.kafka;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/** Lets Netty read a socket into the buffers of its connection's {@link FrameReader}, each as large as reads have been. */
final class FrameBuffers implements RecvByteBufAllocator {
    private final RecvByteBufAllocator sizes = new AdaptiveRecvByteBufAllocator();
    private final FrameReader frames;

    FrameBuffers(FrameReader frames) {
        this.frames = frames;
    }

    @Override
    public ExtendedHandle newHandle() {
        return new FrameHandle((ExtendedHandle) sizes.newHandle(), frames);
    }

    private static final class FrameHandle extends DelegatingHandle implements ExtendedHandle {
        private final ExtendedHandle sizes;
        private final FrameReader frames;

        FrameHandle(ExtendedHandle sizes, FrameReader frames) {
            super(sizes);
            this.sizes = sizes;
            this.frames = frames;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return frames.bufferForRead(sizes.guess());
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
            return sizes.continueReading(maybeMoreData);
        }
    }
}
