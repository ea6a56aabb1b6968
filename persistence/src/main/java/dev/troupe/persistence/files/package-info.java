/**
 * The port through which everything here touches the file system, so that a test can stand a faulty one in its place. Start
 * with {@link dev.troupe.persistence.files.Files}. Imports nothing but the JDK.
 */
@NullMarked
package dev.troupe.persistence.files;

import org.jspecify.annotations.NullMarked;
