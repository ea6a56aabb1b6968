/** Tests of the controller: tables of its state machines and deciders, seeded schedules, and its shell with real brokers. */
@NullMarked
package dev.troupe.actors.controller;

import org.jspecify.annotations.NullMarked;
