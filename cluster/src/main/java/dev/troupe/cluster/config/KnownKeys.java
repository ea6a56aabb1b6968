package dev.troupe.cluster.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** The keys that exist: those with a default. Anything else is refused and the nearest that exists is named. */
final class KnownKeys {
    private final Map<String, ConfigValueType> types = new TreeMap<>();

    /**
     * Takes every key of the defaults.
     *
     * @param defaults without the namespace
     */
    KnownKeys(Config defaults) {
        leaves("", defaults.root(), types);
    }

    /** All of them in the order of the alphabet, each with the kind of its default; NULL where it has none. */
    Map<String, ConfigValueType> types() {
        return Collections.unmodifiableMap(types);
    }

    /** Whether the key holds a list. */
    boolean isList(String key) {
        return types.get(key) == ConfigValueType.LIST;
    }

    /**
     * Refuses a key that does not exist.
     *
     * @param where it was found, for the message
     */
    void require(String key, String where) {
        if (!types.containsKey(key)) {
            throw new StartFailure("unknown key " + ConfigLoader.NAMESPACE + "." + key + " in " + where
                    + "; the nearest known one is " + ConfigLoader.NAMESPACE + "." + nearest(key));
        }
    }

    /**
     * What a file sets, without the namespace.
     *
     * @throws StartFailure if it sets anything that does not exist
     */
    Config checked(Config file, String where) {
        for (String root : file.root().keySet()) {
            if (!root.equals(ConfigLoader.NAMESPACE) && !root.equals("pekko")) {
                throw new StartFailure("unknown key " + root + " in " + where + "; keys stand inside "
                        + ConfigLoader.NAMESPACE + " { }, as in application.conf");
            }
        }
        if (!file.hasPath(ConfigLoader.NAMESPACE)) {
            return ConfigFactory.empty();
        }
        Config troupe = file.getConfig(ConfigLoader.NAMESPACE);
        Map<String, ConfigValueType> set = new TreeMap<>();
        leaves("", troupe.root(), set);
        set.keySet().forEach(key -> require(key, where));
        return troupe;
    }

    private String nearest(String key) {
        return types.keySet().stream()
                .min(Comparator.comparingInt(known -> distance(key, known)))
                .orElseThrow();
    }

    private static void leaves(String prefix, ConfigObject object, Map<String, ConfigValueType> into) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            String key = prefix + ConfigUtil.joinPath(entry.getKey());
            if (entry.getValue() instanceof ConfigObject inner && !inner.isEmpty()) {
                leaves(key + ".", inner, into);
            } else {
                into.put(key, entry.getValue().valueType());
            }
        }
    }

    /** How many letters must be added, dropped or changed to get from one word to the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
