package dev.troupe.protocol;

/**
 * Marks what may travel to another node: records of plain data and {@code ActorRef}s, written as CBOR under a short stable tag
 * (see {@code MessageTags}), never under a class name.
 */
public interface RemoteMessage {}
