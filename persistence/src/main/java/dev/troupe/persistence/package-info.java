/** What is remembered: the record log, the metadata journal, the offsets journal. */
@NullMarked
package dev.troupe.persistence;

import org.jspecify.annotations.NullMarked;
