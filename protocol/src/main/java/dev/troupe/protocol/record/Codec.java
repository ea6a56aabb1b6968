package dev.troupe.protocol.record;

/**
 * How records of a batch are compressed.
 *
 * @param type the algorithm
 * @param level its effort, where it has any; ignored otherwise
 */
public record Codec(Type type, int level) {

    /** Records that are not compressed. */
    public static final Codec NONE = new Codec(Type.NONE, 0);

    /** The algorithms. */
    public enum Type {
        NONE(0),
        GZIP(1),
        SNAPPY(2),
        LZ4(3),
        ZSTD(4);

        private final int id;

        Type(int id) {
            this.id = id;
        }

        /** Its number in a batch's attributes. */
        int id() {
            return id;
        }
    }
}
