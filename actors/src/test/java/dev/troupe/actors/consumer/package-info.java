/** Tests of consumers. */
@NullMarked
package dev.troupe.actors.consumer;

import org.jspecify.annotations.NullMarked;
