package dev.troupe.actors.controller;

import dev.troupe.protocol.controller.ControllerCommand.AllocateProducerIds;
import dev.troupe.protocol.controller.ControllerCommand.AlterConfigs;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterReassignments;
import dev.troupe.protocol.controller.ControllerCommand.Change;
import dev.troupe.protocol.controller.ControllerCommand.ControlledShutdown;
import dev.troupe.protocol.controller.ControllerCommand.CreatePartitions;
import dev.troupe.protocol.controller.ControllerCommand.CreateTopics;
import dev.troupe.protocol.controller.ControllerCommand.DeleteTopics;
import dev.troupe.protocol.controller.ControllerCommand.ElectLeaders;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * A change that was asked for, decided but not yet appended.
 *
 * @param outcome the decision
 * @param replyTo who asked
 * @param whenSeen whether the answer waits until clients of every broker see what was decided
 * @param <R> the answer's type
 */
record Request<R>(Outcome<R> outcome, ActorRef<R> replyTo, boolean whenSeen) {

    /** Decides on the change. What only brokers ask for is answered as soon as it is appended. */
    static Request<?> decide(ControllerState state, Change change, Circumstances now) {
        return switch (change) {
            case CreateTopics c -> seen(ControllerLogic.createTopics(state, c, now), c.replyTo());
            case DeleteTopics c -> seen(ControllerLogic.deleteTopics(state, c, now), c.replyTo());
            case CreatePartitions c -> seen(ControllerLogic.createPartitions(state, c, now), c.replyTo());
            case AlterConfigs c -> seen(ControllerLogic.alterConfigs(state, c, now), c.replyTo());
            case ElectLeaders c -> seen(ControllerLogic.electLeaders(state, c, now), c.replyTo());
            case AlterReassignments c -> seen(ControllerLogic.reassign(state, c, now), c.replyTo());
            case ControlledShutdown c -> seen(ControllerLogic.shutDown(state, c, now), c.replyTo());
            case AlterPartition c -> new Request<>(ControllerLogic.alterPartition(state, c, now), c.replyTo(), false);
            case AllocateProducerIds c ->
                new Request<>(ControllerLogic.allocateProducerIds(state, c, now), c.replyTo(), false);
        };
    }

    private static <R> Request<R> seen(Outcome<R> outcome, ActorRef<R> replyTo) {
        return new Request<>(outcome, replyTo, !outcome.events().isEmpty());
    }
}
