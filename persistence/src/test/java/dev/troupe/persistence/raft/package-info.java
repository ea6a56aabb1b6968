/** Tests of what a Raft member keeps. */
@NullMarked
package dev.troupe.persistence.raft;

import org.jspecify.annotations.NullMarked;
