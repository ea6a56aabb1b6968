package dev.troupe.cluster.formation;

import dev.troupe.protocol.RemoteMessage;
import org.apache.pekko.actor.typed.ActorRef;

/** What the actors of {@link Formation} tell each other and themselves. */
public sealed interface FormationMessage {

    /** Who are you? This is me. */
    record Introduce(NodeCard card, ActorRef<FormationMessage> replyTo) implements FormationMessage, RemoteMessage {}

    /** This is me. */
    record Introduced(NodeCard card) implements FormationMessage, RemoteMessage {}

    /** Time to ask again. */
    record Ask() implements FormationMessage {}

    /** This node has become a member. */
    record Joined() implements FormationMessage {}
}
