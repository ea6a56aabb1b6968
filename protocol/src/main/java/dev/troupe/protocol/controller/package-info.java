/**
 * What is asked of the controller and what it answers: messages between nodes. Start with
 * {@link dev.troupe.protocol.controller.ControllerCommand}.
 */
@NullMarked
package dev.troupe.protocol.controller;

import org.jspecify.annotations.NullMarked;
