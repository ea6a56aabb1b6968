/** Tests of the assignors. */
@NullMarked
package dev.troupe.actors.consumer.assignor;

import org.jspecify.annotations.NullMarked;
