package dev.troupe.actors.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.group.GroupRequest.Commit;
import dev.troupe.actors.group.GroupRequest.DeleteOffsets;
import dev.troupe.actors.group.GroupRequest.Heartbeat;
import dev.troupe.actors.group.GroupRequest.Sync;
import dev.troupe.actors.group.GroupWorld.Answer;
import dev.troupe.protocol.ErrorCode;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every request in every state, by who asks: the answer, and the state afterwards. The group has a leader and a follower, both
 * of generation 1; in Preparing the follower has rejoined and the leader has not; in Empty both have left.
 */
final class GroupLogicTest {
    private static final String WAITS = "waits";

    @ParameterizedTest(name = "{1} of {2} in {0}: {3}, then {4}")
    @CsvSource(textBlock = """
            EMPTY,                JOIN,           new,      waits,                      PREPARING_REBALANCE
            EMPTY,                JOIN,           stranger, UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                SYNC,           leader,   UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                HEARTBEAT,      leader,   UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                LEAVE,          leader,   UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                COMMIT,         simple,   NONE,                       EMPTY
            EMPTY,                COMMIT,         leader,   UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                FETCH,          simple,   NONE,                       EMPTY
            EMPTY,                DELETE_OFFSETS, simple,   NONE,                       EMPTY
            EMPTY,                DELETE,         simple,   NONE,                       DEAD
            EMPTY,                DESCRIBE,       simple,   NONE,                       EMPTY
            PREPARING_REBALANCE,  JOIN,           new,      waits,                      PREPARING_REBALANCE
            PREPARING_REBALANCE,  JOIN,           leader,   NONE,                       COMPLETING_REBALANCE
            PREPARING_REBALANCE,  JOIN,           follower, waits,                      PREPARING_REBALANCE
            PREPARING_REBALANCE,  JOIN,           stranger, UNKNOWN_MEMBER_ID,          PREPARING_REBALANCE
            PREPARING_REBALANCE,  SYNC,           leader,   REBALANCE_IN_PROGRESS,      PREPARING_REBALANCE
            PREPARING_REBALANCE,  SYNC,           stale,    ILLEGAL_GENERATION,         PREPARING_REBALANCE
            PREPARING_REBALANCE,  SYNC,           stranger, UNKNOWN_MEMBER_ID,          PREPARING_REBALANCE
            PREPARING_REBALANCE,  HEARTBEAT,      leader,   REBALANCE_IN_PROGRESS,      PREPARING_REBALANCE
            PREPARING_REBALANCE,  HEARTBEAT,      stale,    ILLEGAL_GENERATION,         PREPARING_REBALANCE
            PREPARING_REBALANCE,  HEARTBEAT,      stranger, UNKNOWN_MEMBER_ID,          PREPARING_REBALANCE
            PREPARING_REBALANCE,  LEAVE,          leader,   NONE,                       COMPLETING_REBALANCE
            PREPARING_REBALANCE,  LEAVE,          stranger, UNKNOWN_MEMBER_ID,          PREPARING_REBALANCE
            PREPARING_REBALANCE,  COMMIT,         leader,   NONE,                       PREPARING_REBALANCE
            PREPARING_REBALANCE,  COMMIT,         follower, NONE,                       PREPARING_REBALANCE
            PREPARING_REBALANCE,  COMMIT,         stale,    ILLEGAL_GENERATION,         PREPARING_REBALANCE
            PREPARING_REBALANCE,  COMMIT,         stranger, UNKNOWN_MEMBER_ID,          PREPARING_REBALANCE
            PREPARING_REBALANCE,  COMMIT,         simple,   UNKNOWN_MEMBER_ID,          PREPARING_REBALANCE
            PREPARING_REBALANCE,  FETCH,          simple,   NONE,                       PREPARING_REBALANCE
            PREPARING_REBALANCE,  DELETE_OFFSETS, simple,   NONE,                       PREPARING_REBALANCE
            PREPARING_REBALANCE,  DELETE,         simple,   NON_EMPTY_GROUP,            PREPARING_REBALANCE
            PREPARING_REBALANCE,  DESCRIBE,       simple,   NONE,                       PREPARING_REBALANCE
            COMPLETING_REBALANCE, JOIN,           new,      waits,                      PREPARING_REBALANCE
            COMPLETING_REBALANCE, JOIN,           leader,   NONE,                       COMPLETING_REBALANCE
            COMPLETING_REBALANCE, JOIN,           follower, NONE,                       COMPLETING_REBALANCE
            COMPLETING_REBALANCE, JOIN,           stranger, UNKNOWN_MEMBER_ID,          COMPLETING_REBALANCE
            COMPLETING_REBALANCE, SYNC,           follower, waits,                      COMPLETING_REBALANCE
            COMPLETING_REBALANCE, SYNC,           leader,   NONE,                       STABLE
            COMPLETING_REBALANCE, SYNC,           stale,    ILLEGAL_GENERATION,         COMPLETING_REBALANCE
            COMPLETING_REBALANCE, SYNC,           stranger, UNKNOWN_MEMBER_ID,          COMPLETING_REBALANCE
            COMPLETING_REBALANCE, HEARTBEAT,      follower, NONE,                       COMPLETING_REBALANCE
            COMPLETING_REBALANCE, HEARTBEAT,      stale,    ILLEGAL_GENERATION,         COMPLETING_REBALANCE
            COMPLETING_REBALANCE, LEAVE,          leader,   NONE,                       PREPARING_REBALANCE
            COMPLETING_REBALANCE, COMMIT,         follower, REBALANCE_IN_PROGRESS,      COMPLETING_REBALANCE
            COMPLETING_REBALANCE, COMMIT,         stale,    ILLEGAL_GENERATION,         COMPLETING_REBALANCE
            COMPLETING_REBALANCE, COMMIT,         simple,   UNKNOWN_MEMBER_ID,          COMPLETING_REBALANCE
            COMPLETING_REBALANCE, FETCH,          simple,   NONE,                       COMPLETING_REBALANCE
            COMPLETING_REBALANCE, DELETE,         simple,   NON_EMPTY_GROUP,            COMPLETING_REBALANCE
            STABLE,               JOIN,           new,      waits,                      PREPARING_REBALANCE
            STABLE,               JOIN,           leader,   waits,                      PREPARING_REBALANCE
            STABLE,               JOIN,           follower, NONE,                       STABLE
            STABLE,               JOIN,           changed,  waits,                      PREPARING_REBALANCE
            STABLE,               JOIN,           stranger, UNKNOWN_MEMBER_ID,          STABLE
            STABLE,               SYNC,           follower, NONE,                       STABLE
            STABLE,               SYNC,           stale,    ILLEGAL_GENERATION,         STABLE
            STABLE,               HEARTBEAT,      leader,   NONE,                       STABLE
            STABLE,               HEARTBEAT,      stale,    ILLEGAL_GENERATION,         STABLE
            STABLE,               HEARTBEAT,      stranger, UNKNOWN_MEMBER_ID,          STABLE
            STABLE,               LEAVE,          follower, NONE,                       PREPARING_REBALANCE
            STABLE,               LEAVE,          stranger, UNKNOWN_MEMBER_ID,          STABLE
            STABLE,               COMMIT,         leader,   NONE,                       STABLE
            STABLE,               COMMIT,         stale,    ILLEGAL_GENERATION,         STABLE
            STABLE,               COMMIT,         stranger, UNKNOWN_MEMBER_ID,          STABLE
            STABLE,               COMMIT,         simple,   UNKNOWN_MEMBER_ID,          STABLE
            STABLE,               FETCH,          simple,   NONE,                       STABLE
            STABLE,               DELETE_OFFSETS, simple,   NONE,                       STABLE
            STABLE,               DELETE,         simple,   NON_EMPTY_GROUP,            STABLE
            STABLE,               DESCRIBE,       simple,   NONE,                       STABLE
            EMPTY,                JOIN,           leader,   UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                SYNC,           stranger, UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                HEARTBEAT,      stranger, UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                LEAVE,          stranger, UNKNOWN_MEMBER_ID,          EMPTY
            EMPTY,                COMMIT,         stranger, UNKNOWN_MEMBER_ID,          EMPTY
            PREPARING_REBALANCE,  JOIN,           changed,  waits,                      PREPARING_REBALANCE
            PREPARING_REBALANCE,  SYNC,           follower, REBALANCE_IN_PROGRESS,      PREPARING_REBALANCE
            PREPARING_REBALANCE,  HEARTBEAT,      follower, REBALANCE_IN_PROGRESS,      PREPARING_REBALANCE
            PREPARING_REBALANCE,  LEAVE,          follower, NONE,                       PREPARING_REBALANCE
            COMPLETING_REBALANCE, JOIN,           changed,  waits,                      PREPARING_REBALANCE
            COMPLETING_REBALANCE, HEARTBEAT,      leader,   NONE,                       COMPLETING_REBALANCE
            COMPLETING_REBALANCE, HEARTBEAT,      stranger, UNKNOWN_MEMBER_ID,          COMPLETING_REBALANCE
            COMPLETING_REBALANCE, LEAVE,          follower, NONE,                       PREPARING_REBALANCE
            COMPLETING_REBALANCE, LEAVE,          stranger, UNKNOWN_MEMBER_ID,          COMPLETING_REBALANCE
            COMPLETING_REBALANCE, COMMIT,         leader,   REBALANCE_IN_PROGRESS,      COMPLETING_REBALANCE
            COMPLETING_REBALANCE, COMMIT,         stranger, UNKNOWN_MEMBER_ID,          COMPLETING_REBALANCE
            COMPLETING_REBALANCE, DELETE_OFFSETS, simple,   NONE,                       COMPLETING_REBALANCE
            COMPLETING_REBALANCE, DESCRIBE,       simple,   NONE,                       COMPLETING_REBALANCE
            STABLE,               SYNC,           leader,   NONE,                       STABLE
            STABLE,               SYNC,           stranger, UNKNOWN_MEMBER_ID,          STABLE
            STABLE,               HEARTBEAT,      follower, NONE,                       STABLE
            STABLE,               LEAVE,          leader,   NONE,                       PREPARING_REBALANCE
            STABLE,               COMMIT,         follower, NONE,                       STABLE
            DEAD,                 JOIN,           leader,   UNKNOWN_MEMBER_ID,          DEAD
            DEAD,                 SYNC,           leader,   UNKNOWN_MEMBER_ID,          DEAD
            DEAD,                 HEARTBEAT,      leader,   UNKNOWN_MEMBER_ID,          DEAD
            DEAD,                 LEAVE,          leader,   UNKNOWN_MEMBER_ID,          DEAD
            DEAD,                 COMMIT,         simple,   ILLEGAL_GENERATION,         DEAD
            DEAD,                 DELETE_OFFSETS, simple,   GROUP_ID_NOT_FOUND,         DEAD
            DEAD,                 COMMIT,         leader,   ILLEGAL_GENERATION,         DEAD
            DEAD,                 FETCH,          simple,   NONE,                       DEAD
            DEAD,                 DELETE,         simple,   GROUP_ID_NOT_FOUND,         DEAD
            DEAD,                 DESCRIBE,       simple,   GROUP_ID_NOT_FOUND,         DEAD
            """)
    void answers(GroupPhase before, Verb verb, String who, String answer, GroupPhase after) {
        GroupWorld world = worldIn(before);
        Answer<? extends GroupReply> reply = world.ask(request(world, verb, who));
        assertThat(reply.isGiven() ? errorOf(reply.get()) : WAITS).isEqualTo(answer);
        assertThat(world.phase()).isEqualTo(after);
    }

    enum Verb {
        JOIN,
        SYNC,
        HEARTBEAT,
        LEAVE,
        COMMIT,
        FETCH,
        DELETE_OFFSETS,
        DELETE,
        DESCRIBE
    }

    private static String errorOf(GroupReply reply) {
        ErrorCode error = reply instanceof GroupReply.Left left && left.error() == ErrorCode.NONE
                ? left.members().getFirst().error()
                : reply.error();
        return error.name();
    }

    private static GroupWorld worldIn(GroupPhase phase) {
        return switch (phase) {
            case STABLE -> GroupWorld.stable("leader", "follower");
            case COMPLETING_REBALANCE -> GroupWorld.completing("leader", "follower");
            case PREPARING_REBALANCE -> {
                GroupWorld world = GroupWorld.stable("leader", "follower");
                world.ask(Requests.joinWith("follower", world.idOf("follower"), null, "u", "range"));
                yield world;
            }
            case EMPTY -> {
                GroupWorld world = GroupWorld.stable("leader", "follower");
                world.memberIds().forEach(id -> world.ask(Requests.leave(id)));
                yield world;
            }
            case DEAD -> {
                GroupWorld world = worldIn(GroupPhase.EMPTY);
                world.ask(new GroupRequest.Delete());
                yield world;
            }
        };
    }

    private static GroupRequest<? extends GroupReply> request(GroupWorld world, Verb verb, String who) {
        String id = switch (who) {
            case "new", "simple" -> "";
            case "stale", "changed" -> world.idOf("follower");
            default -> world.idOf(who);
        };
        int generation = switch (who) {
            case "stale" -> world.generation() - 1;
            case "simple" -> -1;
            default -> world.generation();
        };
        String[] assigned = who.equals("leader") ? world.memberIds().toArray(String[]::new) : new String[0];
        return switch (verb) {
            case JOIN -> Requests.joinWith("c", id, null, who.equals("changed") ? "u" : "t", "range");
            case SYNC ->
                new Sync(
                        id,
                        null,
                        generation,
                        null,
                        null,
                        world.sync(id, assigned).assignments());
            case HEARTBEAT -> new Heartbeat(id, null, generation);
            case LEAVE -> Requests.leave(id);
            case COMMIT -> new Commit(id, null, generation, Map.of(GroupWorld.TP, world.offset(1)));
            case FETCH -> new GroupRequest.FetchOffsets();
            case DELETE_OFFSETS -> new DeleteOffsets(Set.of(GroupWorld.TP));
            case DELETE -> new GroupRequest.Delete();
            case DESCRIBE -> new GroupRequest.Describe();
        };
    }

    @ParameterizedTest
    @EnumSource
    void everyStateKnowsItsPredecessors(GroupPhase phase) {
        Set<GroupPhase> expected = switch (phase) {
            case EMPTY, COMPLETING_REBALANCE -> Set.of(GroupPhase.PREPARING_REBALANCE);
            case PREPARING_REBALANCE -> Set.of(GroupPhase.EMPTY, GroupPhase.COMPLETING_REBALANCE, GroupPhase.STABLE);
            case STABLE -> Set.of(GroupPhase.COMPLETING_REBALANCE);
            case DEAD -> Set.of(GroupPhase.EMPTY);
        };
        assertThat(phase.predecessors()).isEqualTo(expected);
    }
}
