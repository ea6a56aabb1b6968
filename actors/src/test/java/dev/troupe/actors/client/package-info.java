/** Tests of what applications say to brokers. */
@NullMarked
package dev.troupe.actors.client;

import org.jspecify.annotations.NullMarked;
