package dev.troupe.actors.controller;

import java.util.UUID;
import java.util.function.Supplier;

/**
 * What a decision depends on beside the state and the command.
 *
 * @param nowMs the wall clock
 * @param ids gives ids for new topics
 * @param settings the operator's
 */
record Circumstances(long nowMs, Supplier<UUID> ids, ControllerSettings settings) {}
