package dev.troupe.cluster.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts a node's configuration together: single keys from the command line over the operator's file over the defaults of
 * {@code application.conf}; below them {@code node.conf}, which holds what is not for operators, and the libraries' own.
 */
public final class ConfigLoader {
    /** The namespace of all keys. */
    public static final String NAMESPACE = "troupe";

    private static final String DEFAULTS = "application.conf";
    private static final String INNER = "node.conf";
    private static final String OFFSETS_REPLICATION = "offsets.topic.replication.factor";

    private ConfigLoader() {}

    /** The defaults, as {@code application.conf} has them. */
    public static Config defaults() {
        return ConfigFactory.parseResources(
                        ConfigLoader.class.getClassLoader(),
                        DEFAULTS,
                        ConfigParseOptions.defaults().setAllowMissing(false))
                .getConfig(NAMESPACE);
    }

    /**
     * Loads and checks everything.
     *
     * @param file the operator's file, or null
     * @param settings single keys without the namespace, stronger than the file
     * @return the complete configuration, resolved
     * @throws StartFailure naming the key and the value, if one is unknown or bad
     */
    public static Config load(@Nullable Path file, Map<String, String> settings) {
        Config defaults = defaults();
        KnownKeys known = new KnownKeys(defaults);
        Config edited = file == null ? ConfigFactory.empty() : parse(file);
        Config given = single(settings, known).withFallback(known.checked(edited, String.valueOf(file)));
        Config troupe = forLoneNode(given, given.withFallback(defaults));
        ValueRules.check(troupe, known);
        return ConfigFactory.empty()
                .withValue(NAMESPACE, troupe.root())
                .withFallback(pekkoOf(edited))
                .withFallback(ConfigFactory.parseResources(ConfigLoader.class.getClassLoader(), INNER))
                .withFallback(ConfigFactory.defaultReference())
                .resolve();
    }

    private static Config parse(Path file) {
        if (!Files.isReadable(file)) {
            throw new StartFailure("cannot read the configuration file " + file);
        }
        try {
            return ConfigFactory.parseFile(file.toFile()).resolve();
        } catch (ConfigException broken) {
            throw new StartFailure("the configuration file does not parse: " + oneLine(broken));
        }
    }

    private static Config single(Map<String, String> settings, KnownKeys known) {
        Config config = ConfigFactory.empty();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            known.require(setting.getKey(), "--set");
            config = config.withValue(
                    setting.getKey(),
                    known.isList(setting.getKey())
                            ? ConfigValueFactory.fromIterable(split(setting.getValue()))
                            : ConfigValueFactory.fromAnyRef(setting.getValue()));
        }
        return config;
    }

    private static List<String> split(String list) {
        List<String> items = new ArrayList<>();
        for (String item : list.split(",", -1)) {
            if (!item.isBlank()) {
                items.add(item.strip());
            }
        }
        return items;
    }

    /** A node that runs alone cannot keep three copies of anything: internal topics then default to one. */
    private static Config forLoneNode(Config given, Config troupe) {
        boolean alone = troupe.getList("seeds").isEmpty();
        return !alone || given.hasPath(OFFSETS_REPLICATION) || !troupe.hasPath(OFFSETS_REPLICATION)
                ? troupe
                : troupe.withValue(OFFSETS_REPLICATION, ConfigValueFactory.fromAnyRef(1));
    }

    private static Config pekkoOf(Config edited) {
        return edited.hasPath("pekko") ? edited.withOnlyPath("pekko") : ConfigFactory.empty();
    }

    private static String oneLine(Exception e) {
        return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
}
