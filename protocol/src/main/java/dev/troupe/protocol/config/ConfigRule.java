package dev.troupe.protocol.config;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What a config's value must be, beyond its type. */
public sealed interface ConfigRule {

    /** Every value of the type. */
    record Anything() implements ConfigRule {}

    /** A number from {@code min} to {@code max}, both included. */
    record Between(double min, double max) implements ConfigRule {}

    /** One of these words. */
    record OneOf(List<String> words) implements ConfigRule {}

    /** A list of some of these words, none twice. */
    record SomeOf(List<String> words) implements ConfigRule {}

    /** A list of {@code partition:broker} pairs, or {@code *} for all (KIP-73). */
    record ThrottledReplicas() implements ConfigRule {
        private static final Pattern PAIR = Pattern.compile("\\d+:\\d+");

        private static boolean isPair(String text) {
            return PAIR.matcher(text).matches();
        }
    }

    /** A number from {@code min} on. */
    static ConfigRule atLeast(double min) {
        return new Between(min, Double.MAX_VALUE);
    }

    /** What is wrong with a value of the right type, or nothing. */
    default Optional<String> problem(String text) {
        return switch (this) {
            case Anything() -> Optional.empty();
            case Between(double min, double max) -> outside(Double.parseDouble(text.trim()), min, max);
            case OneOf(List<String> words) ->
                words.contains(text.trim()) ? Optional.empty() : Optional.of("it must be one of " + words);
            case SomeOf(List<String> words) -> notSome(ConfigLists.split(text), words);
            case ThrottledReplicas() ->
                text.isBlank()
                                || text.equals("*")
                                || ConfigLists.split(text).stream().allMatch(ThrottledReplicas::isPair)
                        ? Optional.empty()
                        : Optional.of("it must be * or a list of partition:broker");
        };
    }

    private static Optional<String> outside(double value, double min, double max) {
        if (value > max) {
            return Optional.of("it must be at most " + plain(max));
        }
        // Not "value < min": that does not hold for NaN.
        return value >= min ? Optional.empty() : Optional.of("it must be at least " + plain(min));
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    private static Optional<String> notSome(List<String> values, List<String> words) {
        Set<String> distinct = new HashSet<>(values);
        return distinct.size() == values.size() && words.containsAll(distinct)
                ? Optional.empty()
                : Optional.of("it must be a list of some of " + words + ", none twice");
    }
}
