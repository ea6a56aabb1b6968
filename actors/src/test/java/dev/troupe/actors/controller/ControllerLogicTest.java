package dev.troupe.actors.controller;

import static dev.troupe.actors.controller.World.newTopic;
import static dev.troupe.protocol.ErrorCode.ELECTION_NOT_NEEDED;
import static dev.troupe.protocol.ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE;
import static dev.troupe.protocol.ErrorCode.FENCED_LEADER_EPOCH;
import static dev.troupe.protocol.ErrorCode.INELIGIBLE_REPLICA;
import static dev.troupe.protocol.ErrorCode.INVALID_CONFIG;
import static dev.troupe.protocol.ErrorCode.INVALID_REPLICATION_FACTOR;
import static dev.troupe.protocol.ErrorCode.INVALID_REPLICA_ASSIGNMENT;
import static dev.troupe.protocol.ErrorCode.INVALID_REQUEST;
import static dev.troupe.protocol.ErrorCode.INVALID_TOPIC_EXCEPTION;
import static dev.troupe.protocol.ErrorCode.INVALID_UPDATE_VERSION;
import static dev.troupe.protocol.ErrorCode.NONE;
import static dev.troupe.protocol.ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE;
import static dev.troupe.protocol.ErrorCode.TOPIC_ALREADY_EXISTS;
import static dev.troupe.protocol.ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ConfigChange.Kind;
import dev.troupe.protocol.controller.ConfigChange.Op;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.controller.IsrChange;
import dev.troupe.protocol.controller.NewPartitions;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.TopicResult;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the controller answers to whom, and what it places where. */
class ControllerLogicTest {
    private static final ConfigResource ALL_BROKERS = new ConfigResource(ConfigResource.Type.BROKER, "");

    private final World world = new World().brokers(1, 2, 3);

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a b", "a/b", "a,b", "é"})
    void refusesIllegalNames(String name) {
        assertThat(world.create(newTopic(name, 1, 1)).error()).isEqualTo(INVALID_TOPIC_EXCEPTION);
    }

    @Test
    void aNameHasAtMost249Characters() {
        assertThat(world.create(newTopic("x".repeat(249), 1, 1)).error()).isEqualTo(NONE);
        assertThat(world.create(newTopic("x".repeat(250), 1, 1)).error()).isEqualTo(INVALID_TOPIC_EXCEPTION);
    }

    @Test
    void refusesNamesThatExistOrCollide() {
        world.create(newTopic("a.b", 1, 1));

        assertThat(world.create(newTopic("a.b", 1, 1)).error()).isEqualTo(TOPIC_ALREADY_EXISTS);
        assertThat(world.create(newTopic("a_b", 1, 1)).error()).isEqualTo(INVALID_TOPIC_EXCEPTION);
        assertThat(world.create(newTopic("a-b", 1, 1)).error()).isEqualTo(NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, NONE",
        "-1, -1, NONE",
        "0, 1, INVALID_PARTITIONS",
        "-2, 1, INVALID_PARTITIONS",
        "1, 0, INVALID_REPLICATION_FACTOR",
        "1, -2, INVALID_REPLICATION_FACTOR",
        "1, 3, NONE",
        "1, 4, INVALID_REPLICATION_FACTOR",
        "10001, 1, POLICY_VIOLATION"
    })
    void checksHowManyPartitionsAndReplicas(int partitions, int replicas, ErrorCode error) {
        assertThat(world.create(newTopic("t", partitions, replicas)).error()).isEqualTo(error);
        assertThat(world.state().topics().listed("t").isPresent()).isEqualTo(error == NONE);
    }

    @Test
    void checksAssignments() {
        assertThat(assigned(Map.of(0, List.of(1), 2, List.of(1)))).isEqualTo(INVALID_REPLICA_ASSIGNMENT);
        assertThat(assigned(Map.of(0, List.of(1, 2), 1, List.of(1)))).isEqualTo(INVALID_REPLICA_ASSIGNMENT);
        assertThat(assigned(Map.of(0, List.of(9)))).isEqualTo(INVALID_REPLICA_ASSIGNMENT);
        assertThat(assigned(Map.of(0, List.of(1, 1)))).isEqualTo(INVALID_REPLICA_ASSIGNMENT);
        assertThat(assigned(Map.of(0, List.of()))).isEqualTo(INVALID_REPLICA_ASSIGNMENT);
        assertThat(world.create(new NewTopic("t", 1, -1, Map.of(0, List.of(1)), Map.of()))
                        .error())
                .isEqualTo(INVALID_REQUEST);
        assertThat(assigned(Map.of(0, List.of(3, 1), 1, List.of(1, 2)))).isEqualTo(NONE);
    }

    private ErrorCode assigned(Map<Integer, List<Integer>> assignments) {
        return world.create(new NewTopic("t", -1, -1, assignments, Map.of())).error();
    }

    @Test
    void checksConfigsOfNewTopics() {
        Map<String, @Nullable String> nothing = new HashMap<>();
        nothing.put("retention.ms", null);

        assertThat(configured(Map.of("no.such.config", "1"))).isEqualTo(INVALID_CONFIG);
        assertThat(configured(Map.of("retention.ms", "soon"))).isEqualTo(INVALID_CONFIG);
        assertThat(configured(nothing)).isEqualTo(INVALID_CONFIG);
        assertThat(configured(Map.of("retention.ms", "5"))).isEqualTo(NONE);
    }

    private ErrorCode configured(Map<String, @Nullable String> configs) {
        return world.create(new NewTopic("t", 1, 1, Map.of(), configs)).error();
    }

    @Test
    void oneBadTopicDoesNotStopTheOthers() {
        assertThat(world.create(false, newTopic("good", 1, 1), newTopic("bad", 1, 99), newTopic("good", 1, 1)))
                .extracting(TopicResult::error)
                .containsExactly(NONE, INVALID_REPLICATION_FACTOR, TOPIC_ALREADY_EXISTS);
    }

    @Test
    void validatingOnlyChangesNothingAndFindsTheSameErrors() {
        List<TopicResult> results = world.create(true, newTopic("t", 2, 1), newTopic("u", 1, 99));

        assertThat(results).extracting(TopicResult::error).containsExactly(NONE, INVALID_REPLICATION_FACTOR);
        assertThat(world.state().topics().byId()).isEmpty();
    }

    @Test
    void spreadsLeadersAndReplicasOverBrokers() {
        for (int i = 0; i < 9; i++) {
            world.create(newTopic("t" + i, 1, 2));
        }

        assertThat(count(PartitionInfo::leader)).containsOnlyKeys(1, 2, 3).containsValue(3L);
        for (int broker : List.of(1, 2, 3)) {
            assertThat(world.state().topics().on(broker)).hasSize(6);
        }
    }

    @Test
    void spreadsReplicasOverRacks() {
        World racks = new World();
        racks.start(1, "a");
        racks.start(2, "a");
        racks.start(3, "b");
        racks.start(4, "b");

        TopicResult result = racks.create(newTopic("t", 20, 2));

        for (PartitionInfo partition : Objects.requireNonNull(result.info()).partitions()) {
            assertThat(partition.replicas().stream().map(broker -> broker <= 2)).doesNotHaveDuplicates();
        }
    }

    private Map<Integer, Long> count(Function<PartitionInfo, Integer> of) {
        return world.state().topics().byId().values().stream()
                .flatMap(topic -> topic.info().partitions().stream())
                .collect(Collectors.groupingBy(of, Collectors.counting()));
    }

    @ParameterizedTest
    @CsvSource({"3, NONE", "2, INVALID_PARTITIONS", "1, INVALID_PARTITIONS", "0, INVALID_PARTITIONS"})
    void topicsOnlyGrow(int count, ErrorCode error) {
        world.create(newTopic("t", 2, 1));

        assertThat(world.grow(new NewPartitions("t", count, List.of()), true).error())
                .isEqualTo(error);
        assertThat(world.state().topics().listed("t").orElseThrow().partitions())
                .hasSize(2);
        assertThat(world.grow(new NewPartitions("t", count, List.of()), false).error())
                .isEqualTo(error);
        assertThat(world.state().topics().listed("t").orElseThrow().partitions())
                .hasSize(error == NONE ? 3 : 2)
                .allMatch(partition -> partition.status() == PartitionStatus.ONLINE);
    }

    @Test
    void checksAssignmentsOfMorePartitions() {
        world.topic("t", List.of(1, 2));

        assertThat(world.grow(new NewPartitions("t", 3, List.of(List.of(1, 2))), false)
                        .error())
                .isEqualTo(INVALID_REPLICA_ASSIGNMENT);
        assertThat(world.grow(new NewPartitions("t", 2, List.of(List.of(1))), false)
                        .error())
                .isEqualTo(INVALID_REPLICA_ASSIGNMENT);
        assertThat(world.grow(new NewPartitions("no", 2, List.of()), false).error())
                .isEqualTo(UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(world.grow(new NewPartitions("t", 2, List.of(List.of(3, 2))), false)
                        .error())
                .isEqualTo(NONE);
    }

    @Test
    void internalTopicsAreNotDeletedByUsers() {
        world.create(newTopic("__consumer_offsets", 1, 1));

        assertThat(world.delete("__consumer_offsets").error()).isEqualTo(INVALID_TOPIC_EXCEPTION);
        assertThat(world.delete("no").error()).isEqualTo(UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void onlyTheLeaderOfNowChangesTheIsr() {
        TopicId topic = world.topic("t", List.of(1, 2, 3));
        TopicPartition partition = new TopicPartition("t", 0);
        assertThat(world.isr(topic, 1, List.of(1, 2))).isEqualTo(NONE);
        PartitionState now = world.partition(topic);

        assertThat(world.isr(topic, 2, List.of(1, 2, 3))).isEqualTo(INVALID_REQUEST);
        assertThat(world.isr(topic, 1, List.of(2, 3))).isEqualTo(INVALID_REQUEST);
        assertThat(world.isr(topic, 1, List.of(1, 9))).isEqualTo(INVALID_REQUEST);
        assertThat(world.isr(1, new IsrChange(partition, now.leaderEpoch(), 0, List.of(1))))
                .isEqualTo(INVALID_UPDATE_VERSION);
        assertThat(world.isr(1, new IsrChange(partition, -1, now.partitionEpoch(), List.of(1))))
                .isEqualTo(FENCED_LEADER_EPOCH);
        world.kill(3);
        assertThat(world.isr(topic, 1, List.of(1, 2, 3))).isEqualTo(INELIGIBLE_REPLICA);
        assertThat(world.partition(topic).isr()).containsExactly(1, 2);
    }

    @Test
    void electsPreferredLeadersWhereAskedForAndNeeded() {
        TopicId topic = world.topic("t", List.of(1, 2));
        TopicPartition partition = new TopicPartition("t", 0);
        assertThat(elect(false, partition)).isEqualTo(ELECTION_NOT_NEEDED);
        assertThat(elect(false, new TopicPartition("t", 7))).isEqualTo(UNKNOWN_TOPIC_OR_PARTITION);
        world.kill(1);
        assertThat(elect(false, partition)).isEqualTo(PREFERRED_LEADER_NOT_AVAILABLE);
        world.start(1, null);
        world.isr(topic, 2, List.of(2, 1));

        assertThat(world.elect(false, null).partitions()).containsOnlyKeys(partition);

        assertThat(world.partition(topic).leader()).isEqualTo(1);
        assertThat(world.elect(false, null).partitions()).isEmpty();
    }

    @Test
    void electsUncleanlyOnlyWhatHasNoLeader() {
        TopicId topic = world.topic("t", List.of(1, 2));
        TopicPartition partition = new TopicPartition("t", 0);
        assertThat(elect(true, partition)).isEqualTo(ELECTION_NOT_NEEDED);
        world.kill(2);
        world.kill(1);
        assertThat(elect(true, partition)).isEqualTo(ELIGIBLE_LEADERS_NOT_AVAILABLE);
        world.start(2, null);

        assertThat(elect(true, partition)).isEqualTo(NONE);
        assertThat(world.partition(topic).leader()).isEqualTo(2);
    }

    private ErrorCode elect(boolean unclean, TopicPartition partition) {
        return Objects.requireNonNull(
                        world.elect(unclean, List.of(partition)).partitions().get(partition))
                .error();
    }

    @Test
    void aShutdownLeavesNoLeadershipThatAnotherCanTake() {
        TopicId shared = world.topic("shared", List.of(1, 2));
        TopicId alone = world.topic("alone", List.of(1));

        assertThat(world.shutDown(1).remaining()).containsExactly(new TopicPartition("alone", 0));

        assertThat(world.partition(shared).leader()).isEqualTo(2);
        assertThat(world.partition(shared).isr()).containsExactly(2);
        assertThat(world.partition(alone).leader()).isEqualTo(1);
    }

    @Test
    void balanceGivesLeadershipsBackWhenTooManyAreElsewhere() {
        TopicId topic = world.topic("t", List.of(1, 2));
        world.kill(1);
        world.start(1, null);
        assertThat(world.<Integer>apply(ControllerLogic.balance(world.state(), world.now())))
                .isZero();
        world.isr(topic, 2, List.of(2, 1));

        assertThat(world.<Integer>apply(ControllerLogic.balance(world.state(), world.now())))
                .isOne();

        assertThat(world.partition(topic).leader()).isEqualTo(1);
        assertThat(world.<Integer>apply(ControllerLogic.balance(world.state(), world.now())))
                .isZero();
    }

    @Test
    void aRestartedBrokerHasAHigherEpoch() {
        long before = world.epochOf(1);

        assertThat(world.start(1, null)).isGreaterThan(before);
    }

    @Test
    void configsAreSetDeletedAppendedAndSubtracted() {
        world.create(newTopic("t", 1, 1));
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "t");

        world.alter(topic, op(Kind.SET, "cleanup.policy", "compact"), op(Kind.SET, "segment.ms", "70000"));
        world.alter(topic, op(Kind.APPEND, "cleanup.policy", "delete"));
        assertThat(configs()).containsEntry("cleanup.policy", "compact,delete").containsEntry("segment.ms", "70000");
        world.alter(topic, op(Kind.SUBTRACT, "cleanup.policy", "compact"), op(Kind.DELETE, "segment.ms", null));
        assertThat(configs()).isEqualTo(Map.of("cleanup.policy", "delete"));
    }

    @Test
    void refusesConfigsThatAreWrong() {
        world.create(newTopic("t", 1, 1));
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "t");
        ConfigResource unknown = new ConfigResource(ConfigResource.Type.TOPIC, "no");

        assertThat(world.alter(topic, op(Kind.SET, "retention.ms", "soon")).error())
                .isEqualTo(INVALID_CONFIG);
        assertThat(world.alter(topic, op(Kind.SET, "no.such.config", "1")).error())
                .isEqualTo(INVALID_CONFIG);
        assertThat(world.alter(topic, op(Kind.APPEND, "retention.ms", "1")).error())
                .isEqualTo(INVALID_CONFIG);
        assertThat(world.alter(unknown, op(Kind.SET, "retention.ms", "1")).error())
                .isEqualTo(UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(world.alter(ALL_BROKERS, op(Kind.SET, "process.roles", "broker"))
                        .error())
                .isEqualTo(INVALID_REQUEST);
        assertThat(configs()).isEmpty();
        assertThat(world.alter(ALL_BROKERS, op(Kind.SET, "log.segment.delete.delay.ms", "61000"))
                        .error())
                .isEqualTo(NONE);
        assertThat(world.state().clusterConfigs()).containsEntry("log.segment.delete.delay.ms", "61000");
    }

    private Map<String, String> configs() {
        return world.state().topics().listed("t").orElseThrow().configs();
    }

    private static Op op(Kind kind, String key, @Nullable String value) {
        return new Op(kind, key, value);
    }

    @Test
    void everyDecisionIsShownWithItsCause() {
        world.create(newTopic("t", 1, 1));

        List<String> decisions = new ArrayList<>();
        ControllerReports.of(world.state()).decisions().forEach(d -> decisions.add(d.what() + " <- " + d.cause()));

        assertThat(decisions)
                .anyMatch(d -> d.startsWith("topic t (") && d.endsWith("<- asked by 'test' at 127.0.0.1"))
                .anyMatch(d -> d.startsWith("t-0 is ONLINE, leader 1 in epoch 0, ISR [1]"));
    }

    @Test
    void aSnapshotSaysAllThatTheStateSays() {
        world.topic("t", List.of(1, 2));
        world.topic("gone", List.of(3));
        world.delete("gone");
        world.alter(ALL_BROKERS, op(Kind.SET, "log.segment.delete.delay.ms", "61000"));

        assertThat(ControllerSnapshot.of(world.state()).state()).isEqualTo(world.state());
    }
}
