/**
 * Ids for producers (BEHAVIOUR L13). Start with {@link dev.troupe.actors.producer.ProducerIds}: it hands out ids from blocks that
 * the controller gives this node, and asks for the next block early.
 */
@NullMarked
package dev.troupe.actors.producer;

import org.jspecify.annotations.NullMarked;
