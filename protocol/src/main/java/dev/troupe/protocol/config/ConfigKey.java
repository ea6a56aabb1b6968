package dev.troupe.protocol.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One config that a topic or a broker has.
 *
 * @param name its name, as Kafka has it
 * @param type of its value
 * @param defaultValue what holds where it is set nowhere; null is no value
 * @param rule what its value must be
 * @param dynamic whether it can be changed at run time
 * @param documentation what it does, for DescribeConfigs
 */
public record ConfigKey(
        String name,
        ConfigType type,
        @Nullable String defaultValue,
        ConfigRule rule,
        boolean dynamic,
        String documentation) {

    /** What is wrong with a value for it, as a sentence that names both, or nothing. */
    public Optional<String> problem(String value) {
        return reason(value).map(why -> "Invalid value '" + value + "' for " + name + ": " + why + ".");
    }

    /** What is wrong with a value for it, without naming them, or nothing. */
    public Optional<String> reason(String value) {
        return type.problem(value).or(() -> rule.problem(value));
    }
}
