package dev.troupe.actors.controller;

import dev.troupe.protocol.NodeRole;
import dev.troupe.protocol.controller.ControllerCommand;
import java.time.InstantSource;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.ClusterSingleton;
import org.apache.pekko.cluster.typed.ClusterSingletonSettings;
import org.apache.pekko.cluster.typed.SingletonActor;

/** Keeps one controller in the cluster, on any of its nodes (C1). */
public final class ControllerSingleton {
    private ControllerSingleton() {}

    /**
     * Lets this node become the controller.
     *
     * @param system a node of the cluster
     * @param settings the operator's
     * @param nodeId this node's id
     * @return leads to the controller, wherever it is; what is sent while there is none waits for the next
     */
    public static ActorRef<ControllerCommand> init(ActorSystem<?> system, ControllerSettings settings, int nodeId) {
        Membership membership = new ClusterMembership(Cluster.get(system));
        return ClusterSingleton.get(system)
                .init(SingletonActor.of(
                                Controller.create(
                                        settings,
                                        nodeId,
                                        membership,
                                        InstantSource.system(),
                                        System::nanoTime,
                                        UUID::randomUUID),
                                "controller")
                        .withSettings(ClusterSingletonSettings.create(system).withRole(NodeRole.BROKER)));
    }
}
