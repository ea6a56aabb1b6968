package dev.troupe.protocol;

import java.util.Optional;
import java.util.regex.Pattern;

/** What a topic may be called. */
public final class TopicNames {
    /** A name is also that of a folder, with the partition's number behind it. */
    private static final int LONGEST = 249;

    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]+");

    private TopicNames() {}

    /** What is wrong with the name, or nothing. */
    public static Optional<String> problem(String name) {
        if (name.isEmpty()) {
            return Optional.of("Topic name is invalid: the empty string is not allowed");
        }
        if (name.equals(".") || name.equals("..")) {
            return Optional.of("Topic name is invalid: '.' or '..' is not allowed");
        }
        if (name.length() > LONGEST) {
            return Optional.of("Topic name is invalid: '" + name + "' is longer than " + LONGEST + " characters");
        }
        return LEGAL.matcher(name).matches()
                ? Optional.empty()
                : Optional.of("Topic name is invalid: '" + name
                        + "' contains a character other than ASCII alphanumerics, '.', '_' and '-'");
    }
}
