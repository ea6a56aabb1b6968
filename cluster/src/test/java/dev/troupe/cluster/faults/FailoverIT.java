package dev.troupe.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cluster.testing.TestNodes;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes are killed, renewed and paused while clients go on: nothing that was acknowledged is lost or twice there. */
@Tag("faults")
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailoverIT {
    private static final int ROUNDS = Integer.getInteger("troupe.test.rounds", 2);

    @TempDir
    private Path data;

    private TestNodes nodes;
    private ClusterUnderLoad cluster;

    @BeforeEach
    void start() throws Exception {
        nodes = TestNodes.start(data, 3);
        cluster = new ClusterUnderLoad(nodes);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void clientsGoOnWhileLeadersControllersAndCoordinatorsAreKilled() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            killAndRestart(cluster.leader());
            killAndRestart(nodes.controller().nodeId());
            killAndRestart(cluster.coordinator());
        }
        cluster.endLoad();
    }

    @Test
    void clientsGoOnWhileNodesAreRenewedOneByOne() throws Exception {
        for (int id : nodes.ids()) {
            cluster.awaitProgress();
            nodes.stop(id);
            cluster.awaitProgress();
            nodes.startAll();
            cluster.awaitAllInSync();
        }
        cluster.noCommitHasGoneBack();
        cluster.endLoad();
    }

    @Test
    void clientsGoOnAfterFullStops() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            cluster.awaitProgress();
            int epoch = nodes.controller().epoch();
            nodes.ids().forEach(nodes::stop);
            nodes.startAll();
            assertThat(nodes.controller().epoch()).isGreaterThan(epoch);
            cluster.awaitProgress();
            cluster.noCommitHasGoneBack();
        }
        cluster.endLoad();
    }

    @Test
    void clientsGoOnWhileTheControllerIsPausedAndItJoinsAgain() throws Exception {
        cluster.awaitProgress();
        TestNodes.Controller before = nodes.controller();
        nodes.pause(before.nodeId());
        cluster.awaitControllerAfter(before);
        cluster.awaitProgress();
        nodes.resume(before.nodeId());
        cluster.awaitAllInSync();
        cluster.awaitProgress();
        cluster.noCommitHasGoneBack();
        cluster.awaitControllerAfter(before);
        cluster.endLoad();
    }

    @Test
    void clientsGoOnAfterTheControllerAndAnotherAreKilledTogether() throws Exception {
        cluster.awaitProgress();
        TestNodes.Controller before = nodes.controller();
        nodes.kill(before.nodeId());
        nodes.kill(nodes.running().getFirst());
        nodes.startAll();
        cluster.awaitAllInSync();
        cluster.awaitProgress();
        assertThat(nodes.controller().epoch()).isGreaterThan(before.epoch());
        cluster.noCommitHasGoneBack();
        cluster.endLoad();
    }

    private void killAndRestart(int id) throws Exception {
        cluster.awaitProgress();
        TestNodes.Controller before = nodes.controller();
        nodes.kill(id);
        cluster.awaitProgress();
        TestNodes.Controller after = nodes.controller();
        if (id == before.nodeId()) {
            assertThat(after.nodeId()).isNotEqualTo(id);
            assertThat(after.epoch()).isGreaterThan(before.epoch());
        } else {
            assertThat(after).isEqualTo(before);
        }
        cluster.noCommitHasGoneBack();
        nodes.startAll();
        cluster.awaitAllInSync();
    }
}
