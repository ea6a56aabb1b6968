/** The keeper of logs with real replicas on real logs, and time in the test's hand. */
@NullMarked
package dev.troupe.actors.keeper;

import org.jspecify.annotations.NullMarked;
