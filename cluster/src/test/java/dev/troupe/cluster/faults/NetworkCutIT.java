package dev.troupe.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.troupe.cluster.testing.TestNetwork;
import dev.troupe.cluster.testing.TestNodes;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The network between nodes is cut while clients still reach all of them: those in the minority serve nobody, the majority goes on,
 * and when it is whole again so is the cluster, with nothing lost that was acknowledged.
 */
@Tag("faults")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NetworkCutIT {
    @TempDir
    private Path data;

    private TestNetwork network;
    private TestNodes nodes;
    private ClusterUnderLoad cluster;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(TestNetwork.isPermitted(), "network namespaces are not permitted here");
        network = TestNetwork.create(3);
        nodes = TestNodes.start(data, network, 3);
        cluster = new ClusterUnderLoad(nodes);
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
        if (network != null) {
            network.close();
        }
    }

    @Test
    void aControllerThatIsCutOffIsReplacedAndComesBack() throws Exception {
        cluster.awaitProgress();
        TestNodes.Controller before = nodes.controller();

        network.cut(before.nodeId());
        cluster.awaitControllerAfter(before);
        cluster.awaitProgress();
        await("the node that was cut off serves nobody")
                .atMost(ClusterUnderLoad.PATIENCE)
                .until(() -> !nodes.isReady(before.nodeId()));

        network.heal(before.nodeId());
        cluster.awaitAllInSync();
        cluster.awaitProgress();
        assertThat(nodes.isReady(before.nodeId())).isTrue();
        cluster.noCommitHasGoneBack();
        cluster.endLoad();
    }

    @Test
    void nobodyServesWhileAllAreCutOffAndAllDoAfterwards() throws Exception {
        cluster.awaitProgress();

        for (int id : nodes.ids()) {
            network.cut(id);
        }
        for (int id : nodes.ids()) {
            await("node " + id + " serves nobody")
                    .atMost(ClusterUnderLoad.PATIENCE)
                    .until(() -> !nodes.isReady(id));
        }

        for (int id : nodes.ids()) {
            network.heal(id);
        }
        cluster.awaitAllInSync();
        cluster.awaitProgress();
        cluster.noCommitHasGoneBack();
        cluster.endLoad();
    }
}
