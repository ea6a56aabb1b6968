/** What a node does as a broker. Start with MetadataCache. */
@NullMarked
package dev.troupe.actors.broker;

import org.jspecify.annotations.NullMarked;
