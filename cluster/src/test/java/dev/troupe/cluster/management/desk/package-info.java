/** Tests of what nodes ask each other for people. */
@NullMarked
package dev.troupe.cluster.management.desk;

import org.jspecify.annotations.NullMarked;
