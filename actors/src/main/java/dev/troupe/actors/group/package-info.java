/** Group coordinator and consumer groups. Start with GroupCoordinator. */
@NullMarked
package dev.troupe.actors.group;

import org.jspecify.annotations.NullMarked;
