/**
 * A consumer that is a member of a group, as an actor (BEHAVIOUR A2 to A6). Start with {@link
 * dev.troupe.actors.consumer.ConsumerCommand}, what an application tells it, and {@link
 * dev.troupe.actors.consumer.TroupeConsumer}, the same as futures. Its parts have the field's names: {@link
 * dev.troupe.actors.consumer.Consumer} is the actor that applications talk to; {@link
 * dev.troupe.actors.consumer.SubscriptionState} (what it reads, and how far it is) and {@link
 * dev.troupe.actors.consumer.Metadata} (who leads what) are plain data; {@link dev.troupe.actors.consumer.Fetcher} holds what has
 * been read and not been asked for yet; {@link dev.troupe.actors.consumer.ConsumerCoordinator} is the actor that keeps the
 * membership alive, and decides by {@link dev.troupe.actors.consumer.MemberLogic}.
 */
@NullMarked
package dev.troupe.actors.consumer;

import org.jspecify.annotations.NullMarked;
