package dev.troupe.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import dev.troupe.protocol.config.BrokerConfigs;
import dev.troupe.protocol.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigLoaderTest {
    /** Read-only in Kafka's tools, and told by what the node is started with. */
    private static final Set<String> NOT_KEYS = Set.of(
            "leader.replication.throttled.rate",
            "follower.replication.throttled.rate",
            "replica.alter.log.dirs.io.max.bytes.per.second",
            "process.roles",
            "log.dirs");

    @TempDir
    private Path folder;

    @Test
    void takesTheDefaultsWhereNothingIsSet() {
        Config troupe = load(Map.of());

        assertThat(troupe.getInt("num.partitions")).isEqualTo(1);
        assertThat(NodeSettings.from(troupe).listeners().getFirst().port()).isEqualTo(9092);
    }

    @Test
    void takesASingleKeyOverTheFileAndTheFileOverTheDefaults() throws IOException {
        Path file = file("troupe { num.partitions = 3, default.replication.factor = 2 }");

        Config troupe = ConfigLoader.load(file, Map.of("num.partitions", "5")).getConfig("troupe");

        assertThat(troupe.getInt("num.partitions")).isEqualTo(5);
        assertThat(troupe.getInt("default.replication.factor")).isEqualTo(2);
    }

    @Test
    void refusesAnUnknownKeyAndNamesTheNearest() throws IOException {
        Path file = file("troupe { log.retention.hour = 3 }");

        assertThatThrownBy(() -> ConfigLoader.load(file, Map.of()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("troupe.log.retention.hour ")
                .hasMessageContaining("troupe.log.retention.hours");
        assertThatThrownBy(() -> load(Map.of("num.partition", "3")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("troupe.num.partition in --set")
                .hasMessageContaining("troupe.num.partitions");
    }

    @Test
    void refusesAKeyOutsideOfTheNamespace() throws IOException {
        Path file = file("num.partitions = 3");

        assertThatThrownBy(() -> ConfigLoader.load(file, Map.of()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("keys stand inside troupe { }");
    }

    @Test
    void refusesAFileThatIsMissingOrDoesNotParse() throws IOException {
        Path broken = file("troupe { num.partitions = ");

        assertThatThrownBy(() -> ConfigLoader.load(folder.resolve("none.conf"), Map.of()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("cannot read");
        assertThatThrownBy(() -> ConfigLoader.load(broken, Map.of()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("does not parse")
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource({
        "num.partitions, many, it must be a number",
        "num.partitions, 1.5, it is not a number of type INT",
        "auto.create.topics.enable, perhaps, it must be true or false",
        "artery.port, 65536, it must be at most 65535",
        "node.id, -1, it must be at least 0",
        "logging.level, LOUD, it must be one of",
        "log.message.timestamp.type, Never, it must be one of",
        "listeners, 127.0.0.1:9092, it must be of the form NAME://HOST:PORT",
        "listeners, PLAINTEXT://127.0.0.1:99999, it must be of the form NAME://HOST:PORT",
    })
    void refusesABadValueAndNamesKeyAndValue(String key, String value, String why) {
        assertThatThrownBy(() -> NodeSettings.from(load(Map.of(key, value))))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("'" + value + "' for troupe." + key)
                .hasMessageContaining(why);
    }

    @Test
    void refusesAnAddressThatOthersCanReachUnlessThatIsPermitted() {
        Map<String, String> open = Map.of("listeners", "PLAINTEXT://0.0.0.0:9092");
        Map<String, String> permitted = Map.of("listeners", "PLAINTEXT://0.0.0.0:9092", "allow-insecure", "true");

        assertThatThrownBy(() -> NodeSettings.from(load(open)))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("troupe.allow-insecure = true");
        assertThat(NodeSettings.from(load(permitted)).listeners().getFirst().host())
                .isEqualTo("0.0.0.0");
    }

    @Test
    void keepsOneCopyOfInternalTopicsOnALoneNodeOnly() {
        String key = "offsets.topic.replication.factor";

        assertThat(load(Map.of()).getInt(key)).isEqualTo(1);
        assertThat(load(Map.of("seeds", "127.0.0.1:7355")).getInt(key)).isEqualTo(3);
        assertThat(load(Map.of(key, "2")).getInt(key)).isEqualTo(2);
    }

    @Test
    void hasEveryBrokerConfigThatKafkasToolsSeeWithTheSameDefault() {
        Config defaults = ConfigLoader.defaults();
        for (ConfigKey key : BrokerConfigs.all()) {
            if (!NOT_KEYS.contains(key.name())) {
                assertThat(defaults.hasPathOrNull(key.name())).as(key.name()).isTrue();
                if (key.defaultValue() != null) {
                    assertThat(defaults.getString(key.name())).as(key.name()).isEqualTo(key.defaultValue());
                }
            }
        }
    }

    private static Config load(Map<String, String> settings) {
        return ConfigLoader.load(null, settings).getConfig("troupe");
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("my.conf"), content);
    }
}
