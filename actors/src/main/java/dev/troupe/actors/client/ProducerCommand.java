package dev.troupe.actors.client;

import org.apache.pekko.actor.typed.ActorRef;

/** What a producer is told: by applications, and by itself later. */
public sealed interface ProducerCommand permits ProducerCommand.Send, ProducerSignal {

    /** Write a record; answered when it is safe, or given up. */
    record Send(NewRecord record, ActorRef<SendResult> replyTo) implements ProducerCommand {}
}
