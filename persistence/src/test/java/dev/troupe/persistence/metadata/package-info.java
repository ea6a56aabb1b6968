/** Tests of the metadata journal: its logic, its plugins, its formats, and what a crash leaves. */
@NullMarked
package dev.troupe.persistence.metadata;

import org.jspecify.annotations.NullMarked;
