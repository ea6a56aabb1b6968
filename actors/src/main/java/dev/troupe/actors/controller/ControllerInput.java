package dev.troupe.actors.controller;

import dev.troupe.protocol.broker.BrokerReply;
import dev.troupe.protocol.controller.ControllerCommand;

/** What the controller's shell hears: commands from brokers, their answers, and what it tells itself. */
sealed interface ControllerInput {

    /** A broker asks for something. */
    record Asked(ControllerCommand command) implements ControllerInput {}

    /** A broker answers an order. */
    record BrokerAnswered(BrokerReply reply) implements ControllerInput {}

    /** The state is recovered: take office (C3). */
    record TakeOffice(String cause) implements ControllerInput {}

    /** In office now: who of the predecessor's brokers is not there? */
    record RollCall() implements ControllerInput {}

    /** Brokers of the predecessor had long enough to register again. */
    record RegistrationDue() implements ControllerInput {}

    /** The broker's actor has ended, or its node has. */
    record BrokerGone(int broker, long brokerEpoch) implements ControllerInput {}

    /** A node has left, was downed, or cannot be reached. */
    record NodeGone(String address, String cause) implements ControllerInput {}

    /** A node that could not be reached can be again. */
    record NodeBack(String address) implements ControllerInput {}

    /** Time to look at what is outstanding. */
    record Tick() implements ControllerInput {}

    /** Time to balance leaders (C10). */
    record Balance() implements ControllerInput {}
}
