package dev.troupe.cluster.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a value may be: of the default's type, and within these bounds, which are Kafka's for Kafka's keys. */
final class ValueRules {
    private static final Range PORT = new Range(0, 65_535);

    private static final Map<String, Range> RANGES = Map.ofEntries(
            Map.entry("node.id", Range.atLeast(0)), Map.entry("artery.port", PORT), Map.entry("management.port", PORT));

    private static final Map<String, List<String>> CHOICES =
            Map.ofEntries(Map.entry("logging.level", List.of("ERROR", "WARN", "INFO", "DEBUG")));

    private ValueRules() {}

    /**
     * Checks every value.
     *
     * @param troupe all keys without the namespace, defaults included
     * @throws StartFailure naming the first bad key in the order of the alphabet
     */
    static void check(Config troupe) {
        Config defaults = ConfigLoader.defaults();
        Map<String, ConfigValue> byKey = new TreeMap<>();
        defaults.entrySet().forEach(entry -> byKey.put(entry.getKey(), entry.getValue()));
        byKey.forEach((key, value) -> check(troupe, key, value.valueType()));
    }

    private static void check(Config troupe, String key, ConfigValueType type) {
        String shown = troupe.hasPath(key) ? troupe.getValue(key).unwrapped().toString() : "null";
        try {
            switch (type) {
                case NUMBER -> checkNumber(key, shown, troupe.getNumber(key));
                case BOOLEAN -> troupe.getBoolean(key);
                case STRING -> checkChoice(key, troupe.getString(key));
                case LIST -> troupe.getStringList(key);
                case OBJECT, NULL -> {}
            }
        } catch (ConfigException wrong) {
            throw bad(key, shown, "not of the kind " + kind(type));
        }
    }

    private static void checkNumber(String key, String shown, Number value) {
        @Nullable Range range = RANGES.get(key);
        if (range != null && !range.holds(value.doubleValue())) {
            throw bad(key, shown, range.toString());
        }
    }

    private static void checkChoice(String key, String value) {
        @Nullable List<String> choices = CHOICES.get(key);
        if (choices != null && !choices.contains(value)) {
            throw bad(key, value, "must be one of " + String.join(", ", choices));
        }
    }

    private static StartFailure bad(String key, String value, String why) {
        return new StartFailure("bad value for " + ConfigLoader.NAMESPACE + "." + key + ": '" + value + "', " + why);
    }

    private static String kind(ConfigValueType type) {
        return switch (type) {
            case NUMBER -> "number";
            case BOOLEAN -> "true or false";
            case STRING -> "text";
            case LIST -> "list";
            case OBJECT, NULL -> "object";
        };
    }

    /** Both ends belong to it. */
    private record Range(long least, long most) {
        static Range atLeast(long least) {
            return new Range(least, Long.MAX_VALUE);
        }

        boolean holds(double value) {
            return value >= least && value <= most;
        }

        @Override
        public String toString() {
            return most == Long.MAX_VALUE ? "must be at least " + least : "must be from " + least + " to " + most;
        }
    }
}
