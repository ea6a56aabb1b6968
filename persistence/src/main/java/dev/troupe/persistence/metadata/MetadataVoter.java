package dev.troupe.persistence.metadata;

import dev.troupe.persistence.raft.RaftSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * This node's part in keeping the metadata.
 *
 * @param directory where the journal lies; made if it is not there
 * @param group the cluster's id
 * @param nodeId this node
 * @param voters all nodes that keep the metadata; a node that is none of them only asks them
 * @param settings how the group keeps itself together
 */
public record MetadataVoter(Path directory, String group, int nodeId, List<Integer> voters, RaftSettings settings) {
    public MetadataVoter {
        voters = List.copyOf(voters);
        if (voters.isEmpty()) {
            throw new IllegalArgumentException("nobody keeps the metadata");
        }
    }

    boolean votes() {
        return voters.contains(nodeId);
    }
}
