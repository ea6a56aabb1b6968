package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupRequest.Sync;
import dev.troupe.actors.group.GroupWorld.Answer;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A client of a simulated group: it does what its protocol wants next, or something at random that a client may do. */
final class SimulatedMember {
    private final String name;
    private final @Nullable String instanceId;
    private String memberId = "";
    private int generation = -1;
    private @Nullable Answer<Joined> joining;
    private @Nullable Answer<Synced> syncing;
    private boolean inGroup;
    private long waitingSince;

    SimulatedMember(String name, boolean isStatic) {
        this.name = name;
        this.instanceId = isStatic ? "instance-" + name : null;
    }

    /** What the leader gives a member: something nobody else gets in that generation. */
    static Bytes assignment(String memberId, int generation) {
        return Bytes.of((memberId + "@" + generation).getBytes(StandardCharsets.UTF_8));
    }

    /** Does one step. */
    void act(GroupWorld world, RandomGenerator random) {
        hear(world);
        if (joining != null || syncing != null) {
            return;
        }
        int dice = random.nextInt(10);
        if (!inGroup || dice == 0) {
            join(world, random);
        } else if (dice == 1 && instanceId == null) {
            leave(world);
        } else if (dice < 4) {
            commit(world, random.nextInt(1_000_000));
        } else {
            heartbeat(world);
        }
    }

    private void join(GroupWorld world, RandomGenerator random) {
        String topic = random.nextInt(5) == 0 ? "u" : "t";
        joining = world.ask(Requests.joinWith(name, memberId, instanceId, topic, "range", "sticky"));
        waitingSince = world.now();
        hear(world);
    }

    private void leave(GroupWorld world) {
        world.ask(Requests.leave(memberId));
        forget();
    }

    private void heartbeat(GroupWorld world) {
        ErrorCode error = world.ask(new GroupRequest.Heartbeat(memberId, instanceId, generation))
                .get()
                .error();
        if (error == ErrorCode.REBALANCE_IN_PROGRESS) {
            inGroup = false;
        } else if (error != ErrorCode.NONE) {
            forget();
        }
    }

    private void commit(GroupWorld world, long offset) {
        boolean isMine = world.state().members().has(memberId) && world.generation() == generation;
        ErrorCode error = world.ask(new GroupRequest.Commit(
                        memberId, instanceId, generation, Map.of(GroupWorld.TP, world.offset(offset))))
                .get()
                .error();
        if (error == ErrorCode.NONE) {
            require(isMine, "a commit is accepted of a member in its generation only");
            require(world.committed().filter(kept -> kept == offset).isPresent(), "an accepted commit is in force");
        }
    }

    /** Takes what has been answered meanwhile. */
    private void hear(GroupWorld world) {
        if (joining != null && joining.isGiven()) {
            Joined joined = joining.get();
            joining = null;
            if (joined.error() == ErrorCode.NONE) {
                memberId = joined.memberId();
                generation = joined.generation();
                sync(world, joined);
            } else {
                forget();
            }
        }
        if (syncing != null && syncing.isGiven()) {
            Synced synced = syncing.get();
            syncing = null;
            inGroup = synced.error() == ErrorCode.NONE;
            if (inGroup && synced.assignment().length() > 0) {
                String given = new String(synced.assignment().array(), StandardCharsets.UTF_8);
                require(
                        instanceId != null || synced.assignment().equals(assignment(memberId, generation)),
                        "a member gets what its leader gave it, not " + given);
            }
        }
    }

    private void sync(GroupWorld world, Joined joined) {
        Map<String, Bytes> given = new HashMap<>();
        joined.members().forEach(m -> given.put(m.memberId(), assignment(m.memberId(), joined.generation())));
        syncing = world.ask(new Sync(memberId, instanceId, generation, null, null, given));
        waitingSince = world.now();
    }

    /** The process dies: what it waited for is nobody's any more. */
    void crash() {
        joining = null;
        syncing = null;
        forget();
    }

    /** Its coordinator is another now: what it waited for fails, and it goes on as the client it is. */
    void coordinatorMoved() {
        joining = null;
        syncing = null;
        inGroup = false;
    }

    private void forget() {
        memberId = "";
        generation = -1;
        inGroup = false;
    }

    /** Nobody waits for longer than members are given to rejoin or to ask for their assignment. */
    void requireAnsweredInTime(long now) {
        boolean waits = (joining != null && !joining.isGiven()) || (syncing != null && !syncing.isGiven());
        require(!waits || now - waitingSince <= GroupWorld.REBALANCE_MS, name + " waits since " + waitingSince);
    }

    private static void require(boolean holds, String invariant) {
        if (!holds) {
            throw new AssertionError(invariant);
        }
    }
}
