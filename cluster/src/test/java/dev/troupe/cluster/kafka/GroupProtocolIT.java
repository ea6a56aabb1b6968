package dev.troupe.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.cluster.testing.TestNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.DescribeGroupsResponseData.DescribedGroup;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups at their worst moments, by members that stop talking in the middle of a sentence (G4 to G12). */
class GroupProtocolIT {
    private static final Duration SESSION = Duration.ofMillis(RawMember.SESSION_MS);
    private static final Duration REBALANCE = Duration.ofMillis(RawMember.REBALANCE_MS);
    private static final Duration GATHERING = Duration.ofSeconds(3);
    private static final Duration SLACK = Duration.ofSeconds(2);
    private static final int DESCRIBE_VERSION = 4;

    private static TestNode node;
    private static int port;
    private static Admin admin;

    @BeforeAll
    static void startNode(@TempDir Path data) throws Exception {
        node = TestNode.start(
                data,
                "--set",
                "group.min.session.timeout.ms=500",
                "--set",
                "group.initial.rebalance.quiet.ms=500",
                "--set",
                "offsets.retention.check.interval.ms=500");
        port = Integer.parseInt(node.kafka().substring(node.kafka().indexOf(':') + 1));
        admin = Admin.create(Map.of("bootstrap.servers", node.kafka()));
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        // The first request for any group creates the topic that groups are kept in.
        await().ignoreExceptions()
                .until(() -> admin.listConsumerGroupOffsets("first")
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .isEmpty());
    }

    @AfterAll
    static void stopNode() {
        admin.close();
        node.close();
    }

    /** An empty group without offsets is gone with the next check; one that has some stays. */
    private static void keep(String group) throws Exception {
        admin.alterConsumerGroupOffsets(group, Map.of(new TopicPartition("t", 0), new OffsetAndMetadata(0)))
                .all()
                .get();
    }

    @Test
    void threeMembersKilledInTheMiddleOfTheirFirstJoinLeaveAnEmptyGroup() throws Exception {
        keep("killed-at-first");
        for (int i = 0; i < 3; i++) {
            member("killed-at-first").sendJoin().close();
        }
        await().until(() -> stateOf("killed-at-first"), "PreparingRebalance"::equals);
        await().atMost(GATHERING.plus(SESSION).plus(SLACK)).until(() -> stateOf("killed-at-first"), "Empty"::equals);
    }

    @Test
    void threeMembersKilledInTheMiddleOfARebalanceLeaveAnEmptyGroup() throws Exception {
        keep("killed");
        List<RawMember> members = List.of(member("killed"), member("killed"), member("killed"));
        for (RawMember member : members) {
            member.sendJoin();
        }
        for (RawMember member : members) {
            member.awaitGeneration();
        }
        RawMember leader = members.stream().filter(RawMember::leads).findFirst().orElseThrow();
        leader.syncAsLeader(members.toArray(RawMember[]::new));

        leader.sendJoin();
        await().until(() -> stateOf("killed"), "PreparingRebalance"::equals);
        for (RawMember member : members) {
            member.close();
        }

        await().atMost(SESSION.plus(REBALANCE).plus(SLACK)).until(() -> stateOf("killed"), "Empty"::equals);
    }

    @Test
    void aNewMemberThatDropsItsSocketHoldsNobodyUp() throws Exception {
        try (RawMember alone = stableMember("dropped")) {
            member("dropped").sendJoin().close();
            await().until(() -> alone.heartbeat() == Errors.REBALANCE_IN_PROGRESS);

            long begun = System.nanoTime();
            alone.sendJoin().awaitGeneration().syncAsLeader();
            assertThat(since(begun)).isLessThan(Duration.ofSeconds(1));
            assertThat(describe("dropped").members()).hasSize(2);

            await().atMost(SESSION.plus(SLACK)).until(() -> alone.heartbeat() == Errors.REBALANCE_IN_PROGRESS);
            alone.sendJoin().awaitGeneration().syncAsLeader();
            assertThat(describe("dropped").members()).hasSize(1);
        }
    }

    @Test
    void anIdThatIsNeverUsedHoldsNobodyUpForLongerThanItsSession() throws Exception {
        try (RawMember alone = stableMember("unused");
                RawMember second = member("unused")) {
            member("unused").askForAnId().close();
            second.sendJoin();

            long begun = System.nanoTime();
            alone.sendJoin().awaitGeneration();
            assertThat(since(begun)).isLessThan(SESSION.plus(SLACK));
            assertThat(second.awaitGeneration().generation()).isEqualTo(alone.generation());
        }
    }

    @Test
    void aCommitIsAnsweredInEachStateAtOnce() throws Exception {
        String group = "committed";
        try (RawMember nobody = member(group);
                RawMember leader = member(group);
                RawMember second = member(group)) {
            expectAtOnce(Errors.ILLEGAL_GENERATION, nobody, 1);
            expectAtOnce(Errors.NONE, nobody, -1);
            assertThat(stateOf(group)).isEqualTo("Empty");

            leader.sendJoin();
            await().until(() -> stateOf(group), "PreparingRebalance"::equals);
            expectAtOnce(Errors.UNKNOWN_MEMBER_ID, nobody, -1);
            leader.awaitGeneration();
            assertThat(stateOf(group)).isEqualTo("CompletingRebalance");
            expectAtOnce(Errors.REBALANCE_IN_PROGRESS, leader, leader.generation());
            expectAtOnce(Errors.ILLEGAL_GENERATION, leader, leader.generation() - 1);
            leader.syncAsLeader();
            assertThat(stateOf(group)).isEqualTo("Stable");
            expectAtOnce(Errors.NONE, leader, leader.generation());
            expectAtOnce(Errors.UNKNOWN_MEMBER_ID, nobody, leader.generation());

            second.sendJoin();
            await().until(() -> stateOf(group), "PreparingRebalance"::equals);
            expectAtOnce(Errors.NONE, leader, leader.generation());
            expectAtOnce(Errors.ILLEGAL_GENERATION, leader, leader.generation() - 1);
            leader.sendJoin().awaitGeneration();
            expectAtOnce(Errors.ILLEGAL_GENERATION, leader, leader.generation() - 1);
            leader.syncAsLeader(second.awaitGeneration());

            second.leave();
            leader.leave();
            assertThat(stateOf(group)).isEqualTo("Empty");
            expectAtOnce(Errors.UNKNOWN_MEMBER_ID, leader, leader.generation());
            admin.deleteConsumerGroups(List.of(group)).all().get();
            expectAtOnce(Errors.ILLEGAL_GENERATION, leader, leader.generation());
        }
    }

    @Test
    void aLiveMemberKeepsItsOffsetsPastTheirTimeAndNobodyElse() throws Exception {
        try (RawMember live = stableMember("live");
                RawMember oneShot = member("one-shot")) {
            assertThat(live.commitForAMoment(7)).isEqualTo(Errors.NONE);
            assertThat(oneShot.commitForAMoment(8)).isEqualTo(Errors.NONE);

            await().until(() -> {
                live.heartbeat();
                return stateOf("one-shot").equals("Dead");
            });
            assertThat(committed("one-shot")).isEqualTo(-1);
            assertThat(committed("live")).isEqualTo(7);
        }
    }

    private static RawMember member(String group) throws IOException {
        return new RawMember(port, group);
    }

    private static RawMember stableMember(String group) throws IOException {
        return member(group).sendJoin().awaitGeneration().syncAsLeader();
    }

    private static void expectAtOnce(Errors expected, RawMember committer, int generation) throws IOException {
        long begun = System.nanoTime();
        assertThat(committer.commit(generation, 1)).isEqualTo(expected);
        assertThat(since(begun)).isLessThan(Duration.ofSeconds(1));
    }

    private static Duration since(long begunNanos) {
        return Duration.ofNanos(System.nanoTime() - begunNanos);
    }

    private static String stateOf(String group) throws IOException {
        return describe(group).groupState();
    }

    private static DescribedGroup describe(String group) throws IOException {
        try (RawClient client = new RawClient(port)) {
            DescribeGroupsRequestData request = new DescribeGroupsRequestData().setGroups(List.of(group));
            return ((DescribeGroupsResponseData) client.call(request, DESCRIBE_VERSION))
                    .groups()
                    .getFirst();
        }
    }

    private static long committed(String group) throws Exception {
        OffsetAndMetadata offset = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get()
                .get(new TopicPartition("t", 0));
        return offset == null ? -1 : offset.offset();
    }
}
