package dev.troupe.protocol.record;

/**
 * How records of a batch are compressed.
 *
 * @param type the algorithm
 * @param level its effort, where it has any; ignored otherwise
 */
public record Codec(Type type, int level) {

    /** Batches as their producers made them, uncompressed. */
    public static final Codec NONE = new Codec(Type.NONE, 0);

    /** The algorithms, in the order of their numbers in a batch's attributes. */
    public enum Type {
        NONE,
        GZIP,
        SNAPPY,
        LZ4,
        ZSTD
    }
}
