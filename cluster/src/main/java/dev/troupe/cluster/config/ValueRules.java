package dev.troupe.cluster.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValueType;
import dev.troupe.protocol.config.BrokerConfigs;
import dev.troupe.protocol.config.ConfigRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a value may be: Kafka's rules for Kafka's keys, else what is of the default's kind and within the bounds given here. */
final class ValueRules {
    private static final ConfigRule PORT = new ConfigRule.Between(0, 65_535);

    private static final Map<String, ConfigRule> OURS = Map.of(
            "node.id",
            ConfigRule.atLeast(0),
            "artery.port",
            PORT,
            "management.port",
            PORT,
            "logging.level",
            new ConfigRule.OneOf(List.of("ERROR", "WARN", "INFO", "DEBUG")));

    private ValueRules() {}

    /**
     * Checks every value.
     *
     * @param troupe all keys without the namespace, defaults included
     * @throws StartFailure naming the first bad key in the order of the alphabet
     */
    static void check(Config troupe, KnownKeys known) {
        known.types().forEach((key, type) -> {
            if (troupe.hasPath(key)) {
                check(troupe, key, type);
            } else if (type != ConfigValueType.NULL) {
                throw bad(key, "null", "it must have a value");
            }
        });
    }

    private static void check(Config troupe, String key, ConfigValueType type) {
        String shown = String.valueOf(troupe.getValue(key).unwrapped());
        try {
            problem(key, text(troupe, key, type)).ifPresent(why -> {
                throw bad(key, shown, why);
            });
        } catch (ConfigException wrongKind) {
            throw bad(key, shown, "it must be " + kind(type));
        }
    }

    private static String text(Config troupe, String key, ConfigValueType type) {
        return switch (type) {
            case NUMBER -> troupe.getNumber(key).toString();
            case BOOLEAN -> Boolean.toString(troupe.getBoolean(key));
            case LIST -> String.join(",", troupe.getStringList(key));
            case STRING, OBJECT, NULL -> troupe.getString(key);
        };
    }

    private static Optional<String> problem(String key, String value) {
        ConfigRule ours = OURS.get(key);
        return ours != null ? ours.problem(value) : BrokerConfigs.find(key).flatMap(kafkas -> kafkas.reason(value));
    }

    private static StartFailure bad(String key, String value, String why) {
        return new StartFailure("invalid value '" + value + "' for " + ConfigLoader.NAMESPACE + "." + key + ": " + why);
    }

    private static String kind(ConfigValueType type) {
        return switch (type) {
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case LIST -> "a list";
            case STRING, OBJECT, NULL -> "one value";
        };
    }
}
