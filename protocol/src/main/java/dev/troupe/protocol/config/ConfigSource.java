package dev.troupe.protocol.config;

/** Where a config's value comes from, the strongest first, with the number that DescribeConfigs gives it (KIP-226). */
public enum ConfigSource {
    /** Set on the topic. */
    DYNAMIC_TOPIC(1),
    /** Set at run time on one broker. */
    DYNAMIC_BROKER(2),
    /** Set at run time on all brokers. */
    DYNAMIC_DEFAULT_BROKER(3),
    /** Set in the broker's configuration at its start. */
    STATIC_BROKER(4),
    /** Set nowhere. */
    DEFAULT(5);

    private final byte wireId;

    ConfigSource(int wireId) {
        this.wireId = (byte) wireId;
    }

    /** As DescribeConfigs writes it. */
    public byte wireId() {
        return wireId;
    }
}
