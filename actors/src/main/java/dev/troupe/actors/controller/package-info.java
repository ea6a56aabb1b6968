/**
 * The cluster's one brain (BEHAVIOUR C, P, R). Start with {@link dev.troupe.actors.controller.Controller}, the event-sourced
 * shell; what it decides is in {@link dev.troupe.actors.controller.ControllerLogic} and the deciders it calls
 * ({@code TopicCreation}, {@code TopicDeletion}, {@code BrokerLifecycle}, {@code Elections}, ...), which draw up events in a
 * {@code Draft} with the help of the two state machines. {@code BrokerChannels} tells the brokers.
 *
 * <p>Everything named logic, state, event or after a decision is pure: no Pekko, no I/O, no clock.
 */
@NullMarked
package dev.troupe.actors.controller;

import org.jspecify.annotations.NullMarked;
