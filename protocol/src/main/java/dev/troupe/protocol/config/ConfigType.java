package dev.troupe.protocol.config;

import java.util.Optional;

/** The type of a config's value, with the number that DescribeConfigs gives it. */
public enum ConfigType {
    BOOLEAN(1),
    STRING(2),
    INT(3),
    LONG(5),
    DOUBLE(6),
    LIST(7);

    private final byte wireId;

    ConfigType(int wireId) {
        this.wireId = (byte) wireId;
    }

    /** As DescribeConfigs writes it. */
    public byte wireId() {
        return wireId;
    }

    /** What is wrong with the text as a value of this type, or nothing. */
    Optional<String> problem(String text) {
        String value = text.trim();
        try {
            switch (this) {
                case BOOLEAN -> {
                    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
                        return Optional.of("it must be true or false");
                    }
                }
                case INT -> Integer.parseInt(value);
                case LONG -> Long.parseLong(value);
                case DOUBLE -> Double.parseDouble(value);
                case STRING, LIST -> {}
            }
            return Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.of("it is not a number of type " + this);
        }
    }
}
