package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Kafka's small text files: checkpoints (a version, a count, one entry a line) and a partition's metadata. */
final class TextFiles {
    private static final String VERSION = "0";

    private TextFiles() {}

    /** Writes {@code leader-epoch-checkpoint}. */
    static void writeEpochs(Files files, Path file, LeaderEpochs epochs) throws IOException {
        files.put(file, lines(epochs));
    }

    /** As {@link #writeEpochs}, durably. */
    static void forceEpochs(Files files, Path file, LeaderEpochs epochs) throws IOException {
        files.replace(file, lines(epochs));
    }

    private static ByteBuffer lines(LeaderEpochs epochs) {
        return lines(epochs.entries().stream()
                .map(entry -> entry.epoch() + " " + entry.startOffset())
                .toList());
    }

    /** Reads {@code leader-epoch-checkpoint}; none where there is no file. */
    static LeaderEpochs readEpochs(Files files, Path file) throws IOException {
        List<LeaderEpochs.Entry> entries = new ArrayList<>();
        for (String[] fields : entries(files, file, 2)) {
            entries.add(new LeaderEpochs.Entry(number(file, fields[0]).intValue(), number(file, fields[1])));
        }
        return new LeaderEpochs(List.copyOf(entries));
    }

    /** Writes one offset for each partition, durably. */
    static void writeOffsets(Files files, Path file, Map<TopicPartition, Long> offsets) throws IOException {
        List<String> entries = new ArrayList<>(offsets.size());
        offsets.forEach(
                (partition, offset) -> entries.add(partition.topic() + " " + partition.partition() + " " + offset));
        files.replace(file, lines(entries));
    }

    /** Reads one offset for each partition; none where there is no file. */
    static Map<TopicPartition, Long> readOffsets(Files files, Path file) throws IOException {
        Map<TopicPartition, Long> offsets =
                new TreeMap<>(Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));
        for (String[] fields : entries(files, file, 3)) {
            TopicPartition partition =
                    new TopicPartition(fields[0], number(file, fields[1]).intValue());
            offsets.put(partition, number(file, fields[2]));
        }
        return offsets;
    }

    /** Writes {@code partition.metadata}. */
    static void writeTopicId(Files files, Path file, TopicId topicId) throws IOException {
        files.put(file, bytes("version: " + VERSION + "\ntopic_id: " + topicId + "\n"));
    }

    /** Reads {@code partition.metadata}; empty where there is none or it is damaged. */
    static Optional<TopicId> readTopicId(Files files, Path file) throws IOException {
        if (!files.exists(file)) {
            return Optional.empty();
        }
        String key = "topic_id: ";
        try {
            return files.readText(file)
                    .lines()
                    .filter(line -> line.startsWith(key))
                    .findFirst()
                    .map(line -> TopicId.parse(line.substring(key.length()).trim()));
        } catch (IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    private static List<String[]> entries(Files files, Path file, int fields) throws IOException {
        if (!files.exists(file)) {
            return List.of();
        }
        String text = files.readText(file);
        List<String> lines = text.lines().toList();
        if (lines.size() < 2 || !text.endsWith("\n") || !lines.getFirst().equals(VERSION)) {
            throw new CorruptLog(file, 0, "this is no checkpoint of version " + VERSION);
        }
        List<String[]> entries = new ArrayList<>();
        for (String line : lines.subList(2, lines.size())) {
            String[] parts = line.split(" ");
            if (parts.length != fields) {
                throw new CorruptLog(file, 0, "not an entry: " + line);
            }
            entries.add(parts);
        }
        if (entries.size() != number(file, lines.get(1))) {
            throw new CorruptLog(file, 0, "says " + lines.get(1) + " entries and has " + entries.size());
        }
        return entries;
    }

    private static Long number(Path file, String text) throws CorruptLog {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException bad) {
            throw new CorruptLog(file, 0, "not a number: " + text);
        }
    }

    private static ByteBuffer lines(List<String> entries) {
        StringBuilder text = new StringBuilder(VERSION + "\n" + entries.size() + "\n");
        entries.forEach(entry -> text.append(entry).append('\n'));
        return bytes(text.toString());
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
