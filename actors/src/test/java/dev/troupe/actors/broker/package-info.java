/** Tests of the broker: whose orders it takes, and in which order it carries them out. */
@NullMarked
package dev.troupe.actors.broker;

import org.jspecify.annotations.NullMarked;
