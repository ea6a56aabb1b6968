package dev.troupe.protocol.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class TopicConfigsTest {
    static final List<ConfigKey> TOPIC_KEYS = TopicConfigs.all();
    static final List<ConfigKey> BROKER_KEYS = BrokerConfigs.all();

    @ParameterizedTest
    @FieldSource({"TOPIC_KEYS", "BROKER_KEYS"})
    void everyDefaultObeysItsOwnRule(ConfigKey key) {
        String value = key.defaultValue();
        assertThat(value == null ? java.util.Optional.empty() : key.problem(value))
                .isEmpty();
        assertThat(key.documentation()).endsWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "retention.ms, -1",
        "retention.ms, ' 5000 '",
        "segment.bytes, 1048576",
        "cleanup.policy, 'compact,delete'",
        "cleanup.policy, ''",
        "min.cleanable.dirty.ratio, 1",
        "unclean.leader.election.enable, TRUE",
        "compression.type, zstd",
        "leader.replication.throttled.replicas, '0:1,1:2'",
        "leader.replication.throttled.replicas, *"
    })
    void takesGoodValues(String key, String value) {
        assertThat(TopicConfigs.validate(key, value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "retention.ms, soon, not a number of type LONG",
        "retention.ms, -2, at least -1",
        "segment.bytes, 1048575, at least 1048576",
        "segment.bytes, 3000000000, not a number of type INT",
        "cleanup.policy, 'compact,compact', none twice",
        "cleanup.policy, burn, list of some of",
        "min.cleanable.dirty.ratio, 2, at most 1",
        "min.cleanable.dirty.ratio, NaN, at least 0",
        "unclean.leader.election.enable, yes, true or false",
        "compression.type, rar, one of",
        "leader.replication.throttled.replicas, all, partition:broker",
        "no.such.config, 1, Unknown topic config name"
    })
    void saysWhatIsWrongWithBadValues(String key, String value, String why) {
        assertThat(TopicConfigs.validate(key, value))
                .hasValueSatisfying(problem -> assertThat(problem).contains(key).contains(why));
    }

    @Test
    void refusesNullValues() {
        Map<String, String> configs = new HashMap<>();
        configs.put("retention.ms", null);
        assertThat(TopicConfigs.validate(configs)).isPresent();
    }

    @Test
    void refusesCompactionLagsThatContradictEachOther() {
        assertThat(TopicConfigs.validate(Map.of("min.compaction.lag.ms", "20", "max.compaction.lag.ms", "10")))
                .isPresent();
        assertThat(TopicConfigs.validate(Map.of("min.compaction.lag.ms", "10", "max.compaction.lag.ms", "10")))
                .isEmpty();
    }

    @Test
    void aTopicsOwnValueIsStrongerThanThoseOfBrokersAndTheseThanTheDefault() {
        ConfigLayers layers = new ConfigLayers(
                Map.of("log.segment.bytes", "3000000"),
                Map.of("log.segment.bytes", "4000000"),
                Map.of("log.segment.bytes", "5000000"));
        assertThat(effective("segment.bytes", Map.of("segment.bytes", "2000000"), layers))
                .isEqualTo("2000000");
        assertThat(effective("segment.bytes", Map.of(), layers)).isEqualTo("3000000");
        assertThat(effective("segment.bytes", Map.of(), new ConfigLayers(Map.of(), layers.cluster(), layers.fixed())))
                .isEqualTo("4000000");
        assertThat(effective("segment.bytes", Map.of(), new ConfigLayers(Map.of(), Map.of(), layers.fixed())))
                .isEqualTo("5000000");
        assertThat(effective("segment.bytes", Map.of(), ConfigLayers.NONE)).isEqualTo("1073741824");
    }

    @Test
    void convertsSynonymsOfOtherUnits() {
        assertThat(effective("retention.ms", Map.of(), fixed(Map.of("log.retention.hours", "2"))))
                .isEqualTo("7200000");
        assertThat(effective(
                        "retention.ms",
                        Map.of(),
                        fixed(Map.of("log.retention.hours", "2", "log.retention.minutes", "1"))))
                .isEqualTo("60000");
    }

    @Test
    void namesEveryPlaceWhereAValueIsSet() {
        ConfigLayers layers = new ConfigLayers(
                Map.of(), Map.of("log.segment.bytes", "4000000"), Map.of("log.segment.bytes", "5000000"));
        assertThat(TopicConfigs.synonyms("segment.bytes", Map.of("segment.bytes", "2000000"), layers))
                .containsExactly(
                        new ConfigValue("segment.bytes", "2000000", ConfigSource.DYNAMIC_TOPIC),
                        new ConfigValue("log.segment.bytes", "4000000", ConfigSource.DYNAMIC_DEFAULT_BROKER),
                        new ConfigValue("log.segment.bytes", "5000000", ConfigSource.STATIC_BROKER),
                        new ConfigValue("log.segment.bytes", "1073741824", ConfigSource.DEFAULT));
    }

    @Test
    void retentionMsHasNoDefaultSynonym() {
        assertThat(TopicConfigs.synonyms("retention.ms", Map.of(), ConfigLayers.NONE))
                .isEmpty();
        assertThat(effective("retention.ms", Map.of(), ConfigLayers.NONE)).isEqualTo("604800000");
    }

    @Test
    void knowsWhichBrokerConfigsCanBeChangedAtRunTime() {
        assertThat(BrokerConfigs.validate("log.segment.delete.delay.ms", "61000"))
                .isEmpty();
        assertThat(BrokerConfigs.validate("log.segment.delete.delay.ms", "-1")).isPresent();
        assertThat(BrokerConfigs.validate("process.roles", "broker"))
                .hasValueSatisfying(problem -> assertThat(problem).contains("dynamically"));
        assertThat(BrokerConfigs.validate("no.such.config", "1")).isPresent();
        assertThat(BrokerConfigs.effective("num.partitions", fixed(Map.of("num.partitions", "7"))))
                .hasValue("7");
        assertThat(BrokerConfigs.effective("broker.rack", ConfigLayers.NONE)).isEmpty();
    }

    @Test
    void appendsToAndSubtractsFromLists() {
        assertThat(ConfigLists.append("compact", "delete")).isEqualTo("compact,delete");
        assertThat(ConfigLists.append("", "compact")).isEqualTo("compact");
        assertThat(ConfigLists.append("compact", "compact")).isEqualTo("compact");
        assertThat(ConfigLists.subtract("compact, delete", "compact")).isEqualTo("delete");
        assertThat(ConfigLists.subtract("compact", "compact")).isEmpty();
    }

    private static String effective(String name, Map<String, String> own, ConfigLayers layers) {
        assertThat(TopicConfigs.effective(own, layers))
                .hasSize(TOPIC_KEYS.size())
                .containsEntry(name, TopicConfigs.effective(name, own, layers));
        return TopicConfigs.effective(name, own, layers);
    }

    private static ConfigLayers fixed(Map<String, String> values) {
        return new ConfigLayers(Map.of(), Map.of(), values);
    }
}
