package dev.troupe.protocol;

/**
 * Marks what is written into a journal or a snapshot: records of plain data, kept as CBOR under a tag that ends in a version
 * ({@code ctl.topic-created/1}). A change that old bytes do not survive needs a new version beside the old.
 */
public interface Persisted {}
