/**
 * What the controller tells brokers and what they answer: messages between nodes. Start with
 * {@link dev.troupe.protocol.broker.BrokerCommand}.
 */
@NullMarked
package dev.troupe.protocol.broker;

import org.jspecify.annotations.NullMarked;
