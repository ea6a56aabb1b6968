package dev.troupe.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
    private static final int MAX = 4_000_000;

    private final MemoryBudget budget = new MemoryBudget(100_000_000);
    private final FrameReader frames = new FrameReader(UnpooledByteBufAllocator.DEFAULT, budget, MAX);

    @AfterEach
    void everythingIsGivenBack() {
        frames.close();
        assertThat(budget.used()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsTheSameFramesHoweverTheBytesArrive(long seed) throws MalformedRequest {
        Random random = new Random(seed);
        List<ByteBuffer> sent = new ArrayList<>();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int i = 0; i < 60; i++) {
            byte[] frame = new byte[1 + random.nextInt(i % 10 == 9 ? 600_000 : 500)];
            random.nextBytes(frame);
            sent.add(ByteBuffer.wrap(frame));
            stream.writeBytes(ByteBuffer.allocate(4).putInt(frame.length).array());
            stream.writeBytes(frame);
        }
        List<ByteBuffer> received = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(stream.toByteArray());
        while (bytes.hasRemaining()) {
            receive(bytes, 1 + random.nextInt(40_000));
            // A connection without room leaves frames where they are for a while.
            if (random.nextInt(4) != 0) {
                take(received);
            }
        }
        take(received);
        assertThat(received.equals(sent)).isTrue();
    }

    @Test
    void aFrameInOneReadIsASliceOfIt() throws MalformedRequest {
        ByteBuf read = frames.bufferForRead(64);
        long address = read.memoryAddress();
        read.writeInt(3).writeMedium(7);
        frames.received(read);
        ByteBuf frame = next();
        assertThat(frame.memoryAddress()).isEqualTo(address + 4);
        giveBack(frame);
    }

    @Test
    void aStrangerGetsASmallBufferAndWhoHasDeliveredLargeFramesAWholeOne() throws MalformedRequest {
        announce(1_000_000);
        assertThat(budget.used()).isLessThan(100_000);
        deliver(1_000_000);
        giveBack(next());
        announce(1_000_000);
        assertThat(budget.used()).isEqualTo(1_000_000);
        deliver(1_000_000);
        giveBack(next());
    }

    @Test
    void readsALargeFrameStraightIntoItsBuffer() throws MalformedRequest {
        announce(50_000);
        ByteBuf window = frames.bufferForRead(64);
        assertThat(window.writableBytes()).isEqualTo(50_000);
        long address = window.memoryAddress();
        window.writeZero(50_000);
        frames.received(window);
        ByteBuf frame = next();
        assertThat(frame.memoryAddress()).isEqualTo(address);
        giveBack(frame);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, MAX + 1, Integer.MAX_VALUE})
    void refusesLengthsThatNoFrameHas(int length) {
        ByteBuf read = frames.bufferForRead(64);
        frames.received(read.writeInt(length));
        assertThatThrownBy(frames::next).isInstanceOf(MalformedRequest.class).hasMessageContaining(length + " bytes");
    }

    @Test
    void refusesAFrameThatGrowsBeyondTwiceTheBudget() throws MalformedRequest {
        FrameReader poor = new FrameReader(UnpooledByteBufAllocator.DEFAULT, new MemoryBudget(100_000), MAX);
        poor.received(poor.bufferForRead(64).writeInt(1_000_000));
        assertThat(poor.next()).isNull();
        assertThatThrownBy(() -> {
                    while (true) {
                        ByteBuf window = poor.bufferForRead(64);
                        window.writeZero(window.writableBytes());
                        poor.received(window);
                        assertThat(poor.next()).isNull();
                    }
                })
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining("no memory");
        poor.close();
    }

    private void announce(int size) throws MalformedRequest {
        frames.received(frames.bufferForRead(64).writeInt(size));
        assertThat(frames.next()).isNull();
    }

    private void deliver(int size) throws MalformedRequest {
        int left = size;
        while (left > 0) {
            ByteBuf window = frames.bufferForRead(64);
            left -= window.writableBytes();
            window.writeZero(window.writableBytes());
            frames.received(window);
            if (left > 0) {
                assertThat(frames.next()).isNull();
            }
        }
    }

    private ByteBuf next() throws MalformedRequest {
        ByteBuf frame = frames.next();
        if (frame == null) {
            throw new AssertionError("no frame");
        }
        return frame;
    }

    private void receive(ByteBuffer bytes, int atMost) {
        ByteBuf read = frames.bufferForRead(2048);
        byte[] chunk = new byte[Math.min(bytes.remaining(), Math.min(atMost, read.writableBytes()))];
        bytes.get(chunk);
        frames.received(read.writeBytes(chunk));
    }

    private void take(List<ByteBuffer> received) throws MalformedRequest {
        for (ByteBuf frame = frames.next(); frame != null; frame = frames.next()) {
            received.add(ByteBuffer.wrap(ByteBufUtil.getBytes(frame)));
            giveBack(frame);
        }
    }

    private void giveBack(ByteBuf frame) {
        budget.giveBack(frame.capacity());
        var _ = frame.release();
    }
}
