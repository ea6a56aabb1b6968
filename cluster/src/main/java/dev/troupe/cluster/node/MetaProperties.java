package dev.troupe.cluster.node;

import dev.troupe.cluster.config.NodeSettings;
import dev.troupe.cluster.config.StartFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whose data directory it is: Kafka's {@code meta.properties}, version 1, with one key of our own.
 *
 * @param clusterId the cluster's id
 * @param nodeId the node's number
 * @param directoryId the folder's own id (KIP-858)
 * @param voters the nodes that keep the cluster's metadata, {@code metadata.voters}; a folder without it is a lone node's
 */
public record MetaProperties(String clusterId, int nodeId, String directoryId, List<Integer> voters) {
    private static final String FILE = "meta.properties";

    public MetaProperties {
        voters = voters.stream().sorted().toList();
    }

    /**
     * Reads them, if the folder has been used before.
     *
     * @throws StartFailure if it belongs to another node or cluster than the settings say
     */
    static Optional<MetaProperties> read(Path root, NodeSettings node) throws IOException {
        Path file = root.resolve(FILE);
        return Files.exists(file) ? Optional.of(read(file).checked(root, node)) : Optional.empty();
    }

    private static MetaProperties read(Path file) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        try {
            String node = required(properties, "node.id");
            return new MetaProperties(
                    required(properties, "cluster.id"),
                    Integer.parseInt(node),
                    required(properties, "directory.id"),
                    Stream.of(properties.getProperty("metadata.voters", node).split(","))
                            .map(Integer::valueOf)
                            .toList());
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
        if (!node.voters().isEmpty() && !node.voters().equals(voters)) {
            throw new StartFailure("the metadata is kept by the nodes " + voters + ", says the data directory " + root
                    + ", and troupe.metadata.voters is " + node.voters() + "; they cannot be changed");
        }
        return this;
    }

    /** Written aside and renamed, so that a crash leaves the whole of it or nothing. */
    void write(Path root) throws IOException {
        Path file = root.resolve(FILE);
        Path aside = file.resolveSibling(FILE + ".tmp");
        String content = "version=1\ncluster.id=" + clusterId + "\nnode.id=" + nodeId + "\ndirectory.id=" + directoryId
                + "\nmetadata.voters=" + voters.stream().map(String::valueOf).collect(Collectors.joining(",")) + "\n";
        Files.writeString(aside, content);
        try (FileChannel channel = FileChannel.open(aside, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
