package dev.troupe.cluster.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocol;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocolCollection;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.LeaveGroupRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestPartition;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestTopic;
import org.apache.kafka.common.message.OffsetCommitResponseData;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.message.SyncGroupRequestData.SyncGroupRequestAssignment;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/** A member of a group that says what it is told to and nothing else, over a socket of its own. */
final class RawMember implements AutoCloseable {
    static final int SESSION_MS = 2_000;
    static final int REBALANCE_MS = 3_000;
    /** The last version in which a new member joins without asking for its id first. */
    static final int JOINS_AT_ONCE = 3;

    private static final int ASKS_FOR_ITS_ID = 5;
    private static final int SYNC_VERSION = 2;
    private static final int HEARTBEAT_VERSION = 2;
    private static final int LEAVE_VERSION = 1;
    private static final int COMMIT_VERSION = 5;
    /** The last version in which a commit says how long it is to be kept. */
    private static final int COMMIT_WITH_RETENTION = 4;

    private final RawClient client;
    private final String group;
    private String memberId = "";
    private int generation = -1;
    private boolean leads;

    RawMember(int port, String group) throws IOException {
        this.client = new RawClient(port);
        this.group = group;
    }

    /** Somebody else's membership, over a socket of one's own. */
    RawMember(int port, String group, String memberId, int generation) throws IOException {
        this(port, group);
        this.memberId = memberId;
        this.generation = generation;
    }

    String memberId() {
        return memberId;
    }

    int generation() {
        return generation;
    }

    boolean leads() {
        return leads;
    }

    /** Asks to join at once; the answer comes when the join phase ends. */
    RawMember sendJoin() throws IOException {
        client.send(join(), JOINS_AT_ONCE);
        return this;
    }

    /** Lets the coordinator hand out an id, which is not used. */
    RawMember askForAnId() throws IOException {
        JoinGroupResponseData told = (JoinGroupResponseData) client.call(join(), ASKS_FOR_ITS_ID);
        expect(Errors.MEMBER_ID_REQUIRED, told.errorCode());
        return this;
    }

    private JoinGroupRequestData join() {
        byte[] subscription = {0, 0, 0, 0, 0, 1, 0, 1, 't', 0, 0, 0, 0};
        return new JoinGroupRequestData()
                .setGroupId(group)
                .setMemberId(memberId)
                .setSessionTimeoutMs(SESSION_MS)
                .setRebalanceTimeoutMs(REBALANCE_MS)
                .setProtocolType("consumer")
                .setProtocols(new JoinGroupRequestProtocolCollection(
                        List.of(new JoinGroupRequestProtocol().setName("range").setMetadata(subscription))
                                .iterator()));
    }

    /** Waits for the end of the join phase. */
    RawMember awaitGeneration() throws IOException {
        JoinGroupResponseData joined = (JoinGroupResponseData) client.receive(ApiKeys.JOIN_GROUP, JOINS_AT_ONCE);
        expect(Errors.NONE, joined.errorCode());
        memberId = joined.memberId();
        generation = joined.generationId();
        leads = joined.leader().equals(memberId);
        return this;
    }

    /** Brings everybody's assignment. */
    RawMember syncAsLeader(RawMember... followers) throws IOException {
        if (!leads) {
            throw new AssertionError(memberId + " does not lead");
        }
        List<SyncGroupRequestAssignment> assignments = new ArrayList<>(List.of(assignment(memberId)));
        for (RawMember follower : followers) {
            assignments.add(assignment(follower.memberId));
        }
        SyncGroupRequestData sync = new SyncGroupRequestData()
                .setGroupId(group)
                .setMemberId(memberId)
                .setGenerationId(generation)
                .setAssignments(assignments);
        expect(Errors.NONE, ((SyncGroupResponseData) client.call(sync, SYNC_VERSION)).errorCode());
        return this;
    }

    private static SyncGroupRequestAssignment assignment(String id) {
        return new SyncGroupRequestAssignment().setMemberId(id).setAssignment(id.getBytes(StandardCharsets.UTF_8));
    }

    Errors heartbeat() throws IOException {
        HeartbeatRequestData beat = new HeartbeatRequestData()
                .setGroupId(group)
                .setMemberId(memberId)
                .setGenerationId(generation);
        return Errors.forCode(((HeartbeatResponseData) client.call(beat, HEARTBEAT_VERSION)).errorCode());
    }

    void leave() throws IOException {
        client.call(new LeaveGroupRequestData().setGroupId(group).setMemberId(memberId), LEAVE_VERSION);
    }

    Errors commit(int ofGeneration, long offset) throws IOException {
        return commit(commitRequest(ofGeneration, offset), COMMIT_VERSION);
    }

    /** A commit that is to be kept for a millisecond only. */
    Errors commitForAMoment(long offset) throws IOException {
        return commit(commitRequest(generation, offset).setRetentionTimeMs(1), COMMIT_WITH_RETENTION);
    }

    private OffsetCommitRequestData commitRequest(int ofGeneration, long offset) {
        return new OffsetCommitRequestData()
                .setGroupId(group)
                .setMemberId(memberId)
                .setGenerationIdOrMemberEpoch(ofGeneration)
                .setTopics(List.of(new OffsetCommitRequestTopic()
                        .setName("t")
                        .setPartitions(List.of(new OffsetCommitRequestPartition()
                                .setPartitionIndex(0)
                                .setCommittedOffset(offset)))));
    }

    private Errors commit(OffsetCommitRequestData commit, int version) throws IOException {
        OffsetCommitResponseData answer = (OffsetCommitResponseData) client.call(commit, version);
        return Errors.forCode(answer.topics().getFirst().partitions().getFirst().errorCode());
    }

    private static void expect(Errors expected, short code) {
        if (code != expected.code()) {
            throw new AssertionError("expected " + expected + " but was " + Errors.forCode(code));
        }
    }

    /** The process dies. */
    @Override
    public void close() throws IOException {
        client.close();
    }
}
