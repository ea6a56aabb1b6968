package dev.troupe.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.persistence.log.LogSlice;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.FileRegion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.record.internal.BaseRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResponseEncoderTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;

    @TempDir
    private Path folder;

    static List<ApiKeys> keys() {
        return List.copyOf(ApiKeys.clientApis());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void writesEveryResponseOfEveryVersionAsKafkaDoes(ApiKeys key) throws IOException {
        for (short version : key.allVersions()) {
            ApiMessage response = key.messageType.newResponse();
            short header = key.responseHeaderVersion(version);
            ByteBuffer body =
                    MessageUtil.toByteBufferAccessor(response, version).buffer();
            ByteBuffer expected = ByteBuffer.allocate(8 + header + body.remaining())
                    .putInt(4 + header + body.remaining())
                    .putInt(77);
            if (header == 1) {
                expected.put((byte) 0);
            }
            expected.put(body);
            assertThat(bytes(ResponseEncoder.encode(ALLOCATOR, 77, header, response, version)))
                    .as("version %d", version)
                    .isEqualTo(expected.array());
        }
    }

    @Test
    void writesTagsAndLongNumbersAsKafkaDoes() throws IOException {
        MetadataResponseData response = new MetadataResponseData().setClusterId("x".repeat(30_000));
        response.unknownTaggedFields().add(new RawTaggedField(300_000, new byte[200]));
        byte[] expected =
                array(MessageUtil.toByteBufferAccessor(response, (short) 12).buffer());
        assertThat(bytes(ResponseEncoder.encode(ALLOCATOR, 1, (short) 1, response, (short) 12)))
                .endsWith(expected)
                .hasSize(9 + expected.length);
    }

    @Test
    void cutsWhereRecordsStandAndCopiesNone() throws IOException {
        MemoryRecords records = MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(1L, null, new byte[100]));
        Path file = folder.resolve("segment");
        Files.write(file, array(records.buffer()));
        byte[] expected = bytes(ResponseEncoder.encode(ALLOCATOR, 1, (short) 1, fetched(records, records), (short) 12));
        try (FileChannel channel = FileChannel.open(file)) {
            BaseRecords inFile = new FileRegionRecords(new LogSlice(channel, 0, records.sizeInBytes()));
            List<Object> parts = ResponseEncoder.encode(ALLOCATOR, 1, (short) 1, fetched(inFile, records), (short) 12);
            assertThat(parts).hasSize(5);
            assertThat(parts.get(1)).isInstanceOf(FileRegion.class);
            assertThat(bytes(parts)).isEqualTo(expected);
            assertThat(channel.isOpen()).isTrue();
        }
    }

    @Test
    void refusesAMessageThatTheVersionCannotHold() {
        MetadataResponseData response = new MetadataResponseData();
        response.topics().add(new MetadataResponseData.MetadataResponseTopic().setName(null));
        assertThatThrownBy(() -> ResponseEncoder.encode(ALLOCATOR, 1, (short) 0, response, (short) 1))
                .isInstanceOf(RuntimeException.class);
    }

    private static FetchResponseData fetched(BaseRecords first, BaseRecords second) {
        return new FetchResponseData()
                .setResponses(List.of(new FetchResponseData.FetchableTopicResponse()
                        .setTopic("t")
                        .setPartitions(List.of(partition(0, first), partition(1, second)))));
    }

    private static FetchResponseData.PartitionData partition(int index, BaseRecords records) {
        return new FetchResponseData.PartitionData()
                .setPartitionIndex(index)
                .setHighWatermark(1)
                .setRecords(records);
    }

    private static byte[] bytes(List<Object> parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WritableByteChannel channel = Channels.newChannel(out);
        for (Object part : new ArrayList<>(parts)) {
            switch (part) {
                case ByteBuf buffer -> {
                    buffer.readBytes(out, buffer.readableBytes());
                    var _ = buffer.release();
                }
                case FileRegion region -> {
                    assertThat(region.transferTo(channel, 0)).isEqualTo(region.count());
                    assertThat(region.release()).isTrue();
                }
                default -> throw new AssertionError(part);
            }
        }
        return out.toByteArray();
    }

    private static byte[] array(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
