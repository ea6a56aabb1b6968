package dev.troupe.cluster.kafka.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.config.ConfigSource;
import dev.troupe.protocol.controller.ConfigChange;
import dev.troupe.protocol.controller.ConfigChange.Kind;
import dev.troupe.protocol.controller.ConfigChange.Op;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.controller.ConfigResult;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.AlterConfigs;
import dev.troupe.protocol.controller.ControllerCommand.ConfigResults;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.AlterConfigsRequestData;
import org.apache.kafka.common.message.DescribeConfigsRequestData;
import org.apache.kafka.common.message.DescribeConfigsRequestData.DescribeConfigsResource;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResourceResult;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResult;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData.AlterConfigsResource;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData.AlterableConfig;
import org.apache.kafka.common.message.IncrementalAlterConfigsResponseData;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigHandlersTest {
    private static final ActorTestKit TESTKIT = ActorTestKit.create();
    private static final byte TOPIC = 2;
    private static final byte BROKER = 4;

    private final TestProbe<ControllerCommand> controller = TESTKIT.createTestProbe();
    private final ConfigChanges changes = new ConfigChanges(
            new ControllerClient(controller.getRef(), TESTKIT.system().scheduler()));
    private final TestCluster cluster = new TestCluster()
            .topic("t", List.of(), Map.of("segment.bytes", "2000000", "retention.ms", "7"))
            .clusterConfig("log.segment.delete.delay.ms", "61000");

    @AfterAll
    static void stop() {
        TESTKIT.shutdownTestKit();
    }

    @Test
    void describesATopicsConfigsWithTheirSources() {
        DescribeConfigsResult topic = describe(TOPIC, "t");
        assertThat(entry(topic, "segment.bytes").value()).isEqualTo("2000000");
        assertThat(entry(topic, "segment.bytes").configSource()).isEqualTo(ConfigSource.DYNAMIC_TOPIC.wireId());
        assertThat(entry(topic, "segment.bytes").synonyms())
                .extracting(synonym -> synonym.name() + "=" + synonym.value())
                .containsExactly("segment.bytes=2000000", "log.segment.bytes=1073741824");
        assertThat(entry(topic, "file.delete.delay.ms").value()).isEqualTo("61000");
        assertThat(entry(topic, "file.delete.delay.ms").configSource())
                .isEqualTo(ConfigSource.DYNAMIC_DEFAULT_BROKER.wireId());
        assertThat(entry(topic, "max.message.bytes").configSource()).isEqualTo(ConfigSource.DEFAULT.wireId());
        assertThat(entry(topic, "max.message.bytes").readOnly()).isFalse();
    }

    @Test
    void describesThisBrokerAndWhatIsSetForAll() {
        DescribeConfigsResult broker = describe(BROKER, "1");
        assertThat(entry(broker, "num.partitions").value()).isEqualTo("6");
        assertThat(entry(broker, "num.partitions").configSource()).isEqualTo(ConfigSource.STATIC_BROKER.wireId());
        assertThat(entry(broker, "num.partitions").readOnly()).isTrue();
        assertThat(entry(broker, "message.max.bytes").readOnly()).isFalse();
        assertThat(describe(BROKER, "").configs())
                .extracting(DescribeConfigsResourceResult::name)
                .containsExactly("log.segment.delete.delay.ms");
    }

    @ParameterizedTest
    @CsvSource({
        "2, unknown, UNKNOWN_TOPIC_OR_PARTITION",
        "2, a b, INVALID_TOPIC_EXCEPTION",
        "4, 2, INVALID_REQUEST",
        "4, x, INVALID_REQUEST",
        "32, g, INVALID_REQUEST"
    })
    void refusesToDescribeWhatItCannot(byte type, String name, ErrorCode error) {
        assertThat(describe(type, name).errorCode()).isEqualTo(error.code());
    }

    @Test
    void hasTheControllerChangeSingleConfigs() {
        CompletionStage<IncrementalAlterConfigsResponseData> answer =
                alter(resource(TOPIC, "t", config("retention.ms", 0, "5"), config("cleanup.policy", 2, "compact")));
        AlterConfigs asked = controller.expectMessageClass(AlterConfigs.class);
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, "t");
        assertThat(asked.changes())
                .containsExactly(new ConfigChange(
                        resource,
                        List.of(
                                new Op(Kind.SET, "retention.ms", "5"),
                                new Op(Kind.APPEND, "cleanup.policy", "compact"))));
        asked.replyTo().tell(new ConfigResults(List.of(new ConfigResult(resource, ErrorCode.INVALID_CONFIG, "no"))));
        assertThat(answer.toCompletableFuture().join().responses())
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.resourceName()).isEqualTo("t");
                    assertThat(result.errorCode()).isEqualTo(ErrorCode.INVALID_CONFIG.code());
                });
    }

    @Test
    void refusesChangesThatMakeNoSense() {
        assertThat(error(resource(TOPIC, "t", config("retention.ms", 9, "5"))))
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(error(resource(TOPIC, "t", config("retention.ms", 0, null))))
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(error(resource((byte) 16, "m", config("interval.ms", 0, "5"))))
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        controller.expectNoMessage();
    }

    @Test
    void theElderRequestDeletesWhatItDoesNotName() {
        AlterConfigsRequestData.AlterConfigsResource resource = new AlterConfigsRequestData.AlterConfigsResource()
                .setResourceType(TOPIC)
                .setResourceName("t");
        resource.configs()
                .add(new AlterConfigsRequestData.AlterableConfig()
                        .setName("retention.ms")
                        .setValue("9"));
        AlterConfigsRequestData request = new AlterConfigsRequestData();
        request.resources().add(resource);
        assertThat(new AlterConfigsHandler(cluster.cache(), changes).handle(TestCluster.context(2), request))
                .isNotCompleted();
        assertThat(controller
                        .expectMessageClass(AlterConfigs.class)
                        .changes()
                        .getFirst()
                        .ops())
                .containsExactly(new Op(Kind.SET, "retention.ms", "9"), new Op(Kind.DELETE, "segment.bytes", null));
    }

    private DescribeConfigsResult describe(byte type, String name) {
        DescribeConfigsRequestData request = new DescribeConfigsRequestData()
                .setIncludeSynonyms(true)
                .setResources(List.of(new DescribeConfigsResource()
                        .setResourceType(type)
                        .setResourceName(name)
                        .setConfigurationKeys(null)));
        LocalConfigs configs = new LocalConfigs(cluster.cache(), 1, Map.of("num.partitions", "6"));
        return new DescribeConfigsHandler(cluster.cache(), configs)
                .handle(TestCluster.context(4), request)
                .toCompletableFuture()
                .join()
                .results()
                .getFirst();
    }

    private static DescribeConfigsResourceResult entry(DescribeConfigsResult result, String name) {
        return result.configs().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private CompletionStage<IncrementalAlterConfigsResponseData> alter(AlterConfigsResource resource) {
        IncrementalAlterConfigsRequestData request = new IncrementalAlterConfigsRequestData();
        request.resources().add(resource);
        return new IncrementalAlterConfigsHandler(changes).handle(TestCluster.context(1), request);
    }

    private short error(AlterConfigsResource resource) {
        return alter(resource)
                .toCompletableFuture()
                .join()
                .responses()
                .getFirst()
                .errorCode();
    }

    private static AlterConfigsResource resource(byte type, String name, AlterableConfig... configs) {
        AlterConfigsResource resource =
                new AlterConfigsResource().setResourceType(type).setResourceName(name);
        for (AlterableConfig config : configs) {
            resource.configs().add(config);
        }
        return resource;
    }

    private static AlterableConfig config(String name, int operation, @org.jspecify.annotations.Nullable String value) {
        return new AlterableConfig()
                .setName(name)
                .setConfigOperation((byte) operation)
                .setValue(value);
    }
}
