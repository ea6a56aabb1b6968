package dev.troupe.actors.partition;

import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.protocol.controller.ControllerCommand;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * What all replicas of a node share.
 *
 * @param brokerId the node's id
 * @param brokerEpoch the broker epoch that the controller gave this life of the node; asked anew each time
 * @param logs where the logs are
 * @param controller where wishes for another ISR go
 * @param replicasOf takes messages for the replicas of the broker with that id; dead letters where it is not known
 * @param settings replication settings
 * @param fetchBudget shared by all followers of the node
 * @param nanoTime monotonic time
 */
public record PartitionContext(
        int brokerId,
        LongSupplier brokerEpoch,
        LogDirectory logs,
        ActorRef<ControllerCommand> controller,
        IntFunction<ActorRef<ReplicaMessage.ReplicaFetch>> replicasOf,
        PartitionSettings settings,
        FetchBudget fetchBudget,
        LongSupplier nanoTime) {}
