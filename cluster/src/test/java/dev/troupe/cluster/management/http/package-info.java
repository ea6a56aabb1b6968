/** What is wrong with a request, and pages. */
@NullMarked
package dev.troupe.cluster.management.http;

import org.jspecify.annotations.NullMarked;
