/**
 * How Pekko applications write and read records by messages (BEHAVIOUR A1), from a node of Troupe or from a member of its cluster
 * that is no broker. Start with {@link dev.troupe.actors.client.Troupe}; then {@link dev.troupe.actors.client.ProducerCommand}
 * (what an application tells the producer), {@link dev.troupe.actors.client.ClientRequest} and {@link
 * dev.troupe.actors.client.ClientReply} (what travels between nodes), {@link dev.troupe.actors.client.ClientGateway} (a broker's
 * side of it). Consumers have a package of their own, {@link dev.troupe.actors.consumer}.
 */
@NullMarked
package dev.troupe.actors.client;

import org.jspecify.annotations.NullMarked;
