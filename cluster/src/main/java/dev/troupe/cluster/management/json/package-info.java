/** The JSON that management answers with: one record for each kind of thing, its names being the names on the wire. */
@NullMarked
package dev.troupe.cluster.management.json;

import org.jspecify.annotations.NullMarked;
