/** Tests of groups: rules as tables, a seeded simulation, and actors over a real journal. */
@NullMarked
package dev.troupe.actors.group;

import org.jspecify.annotations.NullMarked;
