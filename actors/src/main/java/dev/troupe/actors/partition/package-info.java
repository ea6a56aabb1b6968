/**
 * One actor for each hosted replica, the only writer of its log. Start with {@link dev.troupe.actors.partition.Partition}; then
 * {@link dev.troupe.actors.partition.PartitionCommand} (what it is told), {@link dev.troupe.actors.partition.HostedPartition}
 * (what readers see), {@code LeaderLogic} and {@code FollowerLogic} (the rules, pure), {@link
 * dev.troupe.actors.partition.ReplicaMessage} (what replicas say to each other).
 */
@NullMarked
package dev.troupe.actors.partition;

import org.jspecify.annotations.NullMarked;
