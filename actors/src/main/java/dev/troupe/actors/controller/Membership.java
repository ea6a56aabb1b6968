package dev.troupe.actors.controller;

import java.util.Collection;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/** What the controller needs to know of the cluster's nodes. */
interface Membership {

    /** The address of the node an actor lives on. */
    String addressOf(ActorRef<?> ref);

    /** Tells the controller from now on of nodes that come and go. */
    void watch(ActorContext<ControllerInput> controller);

    /** Those of these brokers whose node is no member of the cluster now, or cannot be reached. */
    List<Integer> absent(Collection<Integer> brokers);
}
