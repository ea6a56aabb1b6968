package dev.troupe.actors.producer;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand.ProducerIdBlock;

/** What {@link ProducerIds} is told. */
public sealed interface ProducerIdCommand
        permits ProducerIdCommand.Next, ProducerIdCommand.Received, ProducerIdCommand.GiveUp {

    /** Hand out one id that nobody else ever gets. */
    record Next(Listener replyTo) implements ProducerIdCommand {}

    /** The controller gave a block, or an error. */
    record Received(ProducerIdBlock block) implements ProducerIdCommand {}

    /** The controller did not answer in time. */
    record GiveUp() implements ProducerIdCommand {}

    /** Called once, on the actor's thread; must not block. */
    @FunctionalInterface
    interface Listener {
        /**
         * @param error none, or a retriable one where the controller could not be reached
         * @param producerId the id, -1 on error
         */
        void allocated(ErrorCode error, long producerId);
    }
}
