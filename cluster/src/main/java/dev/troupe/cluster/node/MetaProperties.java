package dev.troupe.cluster.node;

import dev.troupe.cluster.config.NodeSettings;
import dev.troupe.cluster.config.StartFailure;
import dev.troupe.protocol.TopicId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Whose data directory it is: Kafka's {@code meta.properties}, version 1.
 *
 * @param clusterId the cluster's id
 * @param nodeId the node's number
 * @param directoryId the folder's own id (KIP-858)
 */
public record MetaProperties(String clusterId, int nodeId, String directoryId) {
    private static final String FILE = "meta.properties";

    static MetaProperties readOrCreate(Path root, NodeSettings node, Supplier<UUID> ids) throws IOException {
        Path file = root.resolve(FILE);
        if (Files.exists(file)) {
            return read(file).checked(root, node);
        }
        if (node.clusterId().isEmpty() && !node.seeds().isEmpty()) {
            throw new StartFailure("a node that joins others must be told their cluster's id;"
                    + " start it with --set cluster.id=ID (the banner of a node that runs shows it)");
        }
        MetaProperties made =
                new MetaProperties(node.clusterId().isEmpty() ? text(ids) : node.clusterId(), node.nodeId(), text(ids));
        made.write(file);
        return made;
    }

    private static String text(Supplier<UUID> ids) {
        return new TopicId(ids.get()).toString();
    }

    private static MetaProperties read(Path file) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        try {
            return new MetaProperties(
                    required(properties, "cluster.id"),
                    Integer.parseInt(required(properties, "node.id")),
                    required(properties, "directory.id"));
        } catch (IllegalArgumentException broken) {
            throw new StartFailure(file + " is damaged: " + broken.getMessage());
        }
    }

    private static String required(Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }

    private MetaProperties checked(Path root, NodeSettings node) {
        if (nodeId != node.nodeId()) {
            throw new StartFailure("the data directory " + root + " belongs to node " + nodeId + " and this is node "
                    + node.nodeId() + "; start it with --node-id " + nodeId + " or choose another with --data-dir");
        }
        if (!node.clusterId().isEmpty() && !node.clusterId().equals(clusterId)) {
            throw new StartFailure("the data directory " + root + " belongs to the cluster " + clusterId
                    + " and not to " + node.clusterId() + "; choose another with --data-dir");
        }
        return this;
    }

    /** Written aside and renamed, so that a crash leaves the whole of it or nothing. */
    private void write(Path file) throws IOException {
        Path aside = file.resolveSibling(FILE + ".tmp");
        String content =
                "version=1\ncluster.id=" + clusterId + "\nnode.id=" + nodeId + "\ndirectory.id=" + directoryId + "\n";
        Files.writeString(aside, content);
        try (FileChannel channel = FileChannel.open(aside, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
