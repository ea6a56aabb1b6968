package dev.troupe.cluster.management.json;

import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Some records of a partition, for people to look at. */
public record RecordsJson(String partition, long logStartOffset, long highWatermark, List<Item> records) {
    private static final int SHOWN_BYTES = 1_000;

    /** As they were read. */
    public static RecordsJson of(TopicPartition partition, LogView log, List<ClientRecord> records) {
        return new RecordsJson(
                partition.toString(),
                log.logStartOffset(),
                log.highWatermark(),
                records.stream().map(Item::of).toList());
    }

    /** One record; key and value are null where it has none. */
    public record Item(
            long offset,
            String at,
            @Nullable Text key,
            @Nullable Text value,
            List<Header> headers) {

        private static Item of(ClientRecord record) {
            return new Item(
                    record.offset(),
                    Instant.ofEpochMilli(record.timestampMs()).toString(),
                    Text.of(record.key()),
                    Text.of(record.value()),
                    record.headers().stream()
                            .map(header -> new Header(header.name(), Text.of(header.value())))
                            .toList());
        }
    }

    /** A named value. */
    public record Header(String name, @Nullable Text value) {}

    /**
     * Bytes as people can read them.
     *
     * @param encoding {@code utf-8}, or {@code base64} where they are no text
     * @param text their beginning
     * @param bytes how many there are
     */
    public record Text(String encoding, String text, int bytes) {

        private static @Nullable Text of(@Nullable ByteString bytes) {
            if (bytes == null) {
                return null;
            }
            byte[] whole = bytes.toArray();
            try {
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(whole))
                        .toString();
                return new Text("utf-8", text.substring(0, Math.min(SHOWN_BYTES, text.length())), whole.length);
            } catch (CharacterCodingException binary) {
                byte[] shown = bytes.take(SHOWN_BYTES).toArray();
                return new Text("base64", Base64.getEncoder().encodeToString(shown), whole.length);
            }
        }
    }
}
