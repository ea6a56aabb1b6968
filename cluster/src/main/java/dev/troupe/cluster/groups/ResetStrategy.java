package dev.troupe.cluster.groups;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Where a group shall read on from (G14). */
public sealed interface ResetStrategy {

    /** The first record that is there. */
    record Earliest() implements ResetStrategy {}

    /** Only what comes from now on. */
    record Latest() implements ResetStrategy {}

    /** Where it is; where nothing is committed, only what comes from now on. */
    record Current() implements ResetStrategy {}

    /** A certain offset. */
    record ToOffset(long offset) implements ResetStrategy {}

    /** So many offsets on from where it is, or back where negative. */
    record ShiftBy(long by) implements ResetStrategy {}

    /** The first record of that time or later. */
    record ToTime(Instant time) implements ResetStrategy {}

    /** The first record no older than that. */
    record Back(Duration age) implements ResetStrategy {}

    /** The time that records are looked up by, empty where the strategy needs none. */
    default Optional<Instant> time(Instant now) {
        return switch (this) {
            case ToTime t -> Optional.of(t.time());
            case Back b -> Optional.of(now.minus(b.age()));
            case Earliest e -> Optional.empty();
            case Latest l -> Optional.empty();
            case Current c -> Optional.empty();
            case ToOffset o -> Optional.empty();
            case ShiftBy s -> Optional.empty();
        };
    }

    /**
     * Reads a strategy.
     *
     * @param name one of the seven
     * @param value what it takes: an offset, a difference, a time with zone or a duration in ISO 8601; empty for the others
     * @throws ResetRefused where that is none
     */
    static ResetStrategy parse(String name, String value) {
        try {
            return switch (name) {
                case "earliest" -> new Earliest();
                case "latest" -> new Latest();
                case "current" -> new Current();
                case "offset" -> new ToOffset(Long.parseLong(value));
                case "shift" -> new ShiftBy(Long.parseLong(value));
                case "datetime" -> new ToTime(OffsetDateTime.parse(value).toInstant());
                case "duration" -> new Back(Duration.parse(value).abs());
                default ->
                    throw new ResetRefused("unknown strategy '" + name
                            + "'; it is one of earliest, latest, current, offset, shift, datetime, duration");
            };
        } catch (NumberFormatException wrong) {
            throw new ResetRefused("invalid value '" + value + "' for " + name + ": it must be a whole number");
        } catch (DateTimeException wrong) {
            throw new ResetRefused("invalid value '" + value + "' for " + name + ": it must be like "
                    + (name.equals("duration") ? "PT1H30M or P2D" : "2026-01-31T12:00:00Z"));
        }
    }
}
