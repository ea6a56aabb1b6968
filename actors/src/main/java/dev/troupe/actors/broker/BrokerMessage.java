package dev.troupe.actors.broker;

import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.controller.ControllerCommand.RegistrationReply;
import dev.troupe.protocol.controller.ControllerCommand.ShutdownReply;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;

/** What the broker's actor hears. */
public sealed interface BrokerMessage {

    /** Move leaderships away, close all replicas, and answer; nothing is served after that (C9). */
    record ShutDown(ActorRef<Done> replyTo) implements BrokerMessage {}

    /** Close all replicas and answer: the cluster has removed this node, so there is nobody to move leaderships. */
    record CloseReplicas(ActorRef<Done> replyTo) implements BrokerMessage {}

    /** The controller orders something. */
    record Ordered(BrokerCommand command) implements BrokerMessage {}

    /** The controller answers the registration. */
    record Registered(RegistrationReply reply) implements BrokerMessage {}

    /** Time to register, or to try again. */
    record Register() implements BrokerMessage {}

    /** The controller that this broker is registered with has ended. */
    record ControllerGone(int controllerEpoch) implements BrokerMessage {}

    /** A replica has done what it was told, or failed. */
    record ReplicaAnswered(PartitionReply reply) implements BrokerMessage {}

    /** The controller has moved leaderships away. */
    record LeadershipsMoved(ShutdownReply reply) implements BrokerMessage {}

    /** The controller had long enough to move leaderships away. */
    record ShutDownDue() implements BrokerMessage {}
}
