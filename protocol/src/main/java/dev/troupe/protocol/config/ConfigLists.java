package dev.troupe.protocol.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Values of type {@link ConfigType#LIST}: words between commas. */
public final class ConfigLists {
    private ConfigLists() {}

    /** The words, trimmed; none for a blank text. */
    public static List<String> split(String text) {
        if (text.isBlank()) {
            return List.of();
        }
        return Arrays.stream(text.split(",", -1)).map(String::trim).toList();
    }

    /** The list with the words of {@code added} that it does not have yet (KIP-339 APPEND). */
    public static String append(String list, String added) {
        List<String> words = new ArrayList<>(split(list));
        for (String word : split(added)) {
            if (!words.contains(word)) {
                words.add(word);
            }
        }
        return String.join(",", words);
    }

    /** The list without the words of {@code removed} (KIP-339 SUBTRACT). */
    public static String subtract(String list, String removed) {
        List<String> words = new ArrayList<>(split(list));
        words.removeAll(split(removed));
        return String.join(",", words);
    }
}
