package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEffect.Awaited;
import dev.troupe.actors.group.GroupRequest.Commit;
import dev.troupe.actors.group.GroupRequest.Heartbeat;
import dev.troupe.actors.group.GroupRequest.Sync;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One group with its logic, a clock that tests move, and parked requests: what the actor is, without the actor. */
final class GroupWorld {
    static final int GATHERING_MS = 3_000;
    static final int QUIET_MS = 1_500;
    static final int SESSION_MS = 10_000;
    static final int REBALANCE_MS = 60_000;
    static final int IDLE_MS = 500;
    static final TopicPartition TP = new TopicPartition("t", 0);

    final Map<GroupTimer, Long> deadlines = new HashMap<>();
    final List<GroupEvent.Durable> journal = new ArrayList<>();
    final GroupSettings settings;
    private final GroupTimeline timeline = new GroupTimeline();
    private final GroupLogic logic;
    private final Map<String, Answer<? extends GroupReply>> parked = new HashMap<>();
    private final Map<String, GroupRequest<?>> parkedRequests = new HashMap<>();
    private GroupState state = blank();
    private long nowMs = 1_000_000;
    private long clockErrorMs;
    private int ids;
    private int rests;

    GroupWorld() {
        this(settings(GATHERING_MS, 4));
    }

    GroupWorld(GroupSettings settings) {
        this.settings = settings;
        this.logic = new GroupLogic(settings, () -> Integer.toString(++ids));
    }

    static GroupSettings settings(int gatheringMs, int maxSize) {
        return new GroupSettings(
                gatheringMs,
                QUIET_MS,
                1_000,
                60_000,
                maxSize,
                10,
                Duration.ofMinutes(10),
                Duration.ofMinutes(1),
                Duration.ofSeconds(5),
                50,
                IDLE_MS);
    }

    private static GroupState blank() {
        return new GroupState.Empty(GroupCore.blank("g"), -1);
    }

    GroupState state() {
        return state;
    }

    GroupPhase phase() {
        return state.phase();
    }

    int generation() {
        return state.core().generation();
    }

    long now() {
        return nowMs;
    }

    /** Asks; the answer is given at once unless the request is parked. */
    <R extends GroupReply> Answer<R> ask(GroupRequest<R> request) {
        Answer<R> reply = new Answer<>();
        Decision decision = logic.decide(state, request, nowMs + clockErrorMs);
        apply(decision);
        decision.effects().forEach(effect -> perform(effect, Optional.of(request), reply));
        return reply;
    }

    void notice(GroupInput.Notice notice) {
        Decision decision = logic.decide(state, notice, nowMs + clockErrorMs);
        apply(decision);
        decision.effects().forEach(effect -> perform(effect, Optional.empty(), new Answer<>()));
    }

    private void apply(Decision decision) {
        happen(decision.passing());
        if (!state.equals(decision.afterPassing())) {
            throw new AssertionError(decision.passing() + " lead to " + state);
        }
        happen(decision.durable());
        journal.addAll(decision.durable());
    }

    private void happen(List<? extends GroupEvent> events) {
        events.forEach(event -> state = GroupEvolution.evolve(state, event));
        timeline.add(nowMs, nowMs * 1_000_000, events, state);
    }

    /** What the group's timeline says, without times of day. */
    List<String> story() {
        return timeline.entries().stream()
                .map(entry -> entry.what().replaceAll("until \\S+", "until T"))
                .toList();
    }

    private <R extends GroupReply> void perform(
            GroupEffect effect, Optional<GroupRequest<R>> request, Answer<R> reply) {
        switch (effect) {
            case GroupEffect.Reply e ->
                reply.give(request.orElseThrow().replyType().cast(e.reply()));
            case GroupEffect.Park e -> {
                parked.put(key(e.awaited(), e.memberId()), reply);
                parkedRequests.put(key(e.awaited(), e.memberId()), request.orElseThrow());
            }
            case GroupEffect.Release e -> release(key(e.awaited(), e.memberId()), e.reply());
            case GroupEffect.StartTimer e -> deadlines.put(e.timer(), nowMs + e.delayMs());
            case GroupEffect.CancelTimer e -> deadlines.remove(e.timer());
            case GroupEffect.Rest e -> rest();
        }
    }

    @SuppressWarnings("unchecked") // a parked request's reply has that request's type
    private void release(String key, GroupReply reply) {
        Answer<GroupReply> waiting = (Answer<GroupReply>) parked.remove(key);
        GroupRequest<?> request = parkedRequests.remove(key);
        if (waiting != null && request != null) {
            waiting.give(request.replyType().cast(reply));
        }
    }

    private static String key(Awaited awaited, String memberId) {
        return awaited + memberId;
    }

    /** How many requests wait. */
    int parkedRequests() {
        return parked.size();
    }

    /** Lets time pass, firing what comes due in its order. */
    void advance(long ms) {
        long until = nowMs + ms;
        while (true) {
            Optional<Map.Entry<GroupTimer, Long>> next = deadlines.entrySet().stream()
                    .filter(entry -> entry.getValue() <= until)
                    .min(Map.Entry.<GroupTimer, Long>comparingByValue()
                            .thenComparing(entry -> entry.getKey().toString()));
            if (next.isEmpty()) {
                nowMs = until;
                return;
            }
            nowMs = Math.max(nowMs, next.get().getValue());
            deadlines.remove(next.get().getKey());
            notice(new GroupInput.TimerFired(next.get().getKey()));
        }
    }

    /** The wall clock is set; time goes on as before. */
    void setWallClock(long errorMs) {
        clockErrorMs = errorMs;
    }

    /** A group that is dead and asked for again is another one. */
    void beginAnewIfDead() {
        if (phase() == GroupPhase.DEAD) {
            journal.clear();
            state = blank();
        }
    }

    /** The actor goes; whoever asks next finds what is kept. */
    private void rest() {
        GroupState before = state;
        if (!parked.isEmpty()) {
            throw new AssertionError("somebody waits: " + parked.keySet());
        }
        moveToAnotherCoordinator();
        if (!before.equals(state)) {
            throw new AssertionError(before + " became " + state);
        }
        rests++;
    }

    /** How often the actor went. */
    int rests() {
        return rests;
    }

    /** What another node makes of the group: what is kept, and nothing of what was under way. */
    void moveToAnotherCoordinator() {
        parked.clear();
        parkedRequests.clear();
        deadlines.clear();
        state = blank();
        journal.forEach(event -> state = state.phase() == GroupPhase.DEAD
                ? GroupEvolution.evolve(blank(), event)
                : GroupEvolution.evolve(replayable(event), event));
        notice(new GroupInput.Recovered());
    }

    /** A journal that is not compacted holds earlier generations too; a replay of live records does not. */
    private GroupState replayable(GroupEvent.Durable event) {
        return event instanceof GroupEvent.GenerationCompleted ? new GroupState.Empty(state.core(), -1) : state;
    }

    /** What a request is answered, once it is. */
    static final class Answer<R extends GroupReply> {
        private @Nullable R given;

        private void give(R reply) {
            if (given != null) {
                throw new AssertionError("answered twice: " + given + " and " + reply);
            }
            given = reply;
        }

        boolean isGiven() {
            return given != null;
        }

        R get() {
            if (given == null) {
                throw new AssertionError("not answered yet");
            }
            return given;
        }
    }

    // ---- requests ----

    Sync sync(String memberId, String... assigned) {
        Map<String, Bytes> assignments = new HashMap<>();
        for (String id : assigned) {
            assignments.put(id, Bytes.of(id.getBytes(StandardCharsets.UTF_8)));
        }
        return new Sync(memberId, null, generation(), null, null, assignments);
    }

    Heartbeat heartbeat(String memberId) {
        return new Heartbeat(memberId, null, generation());
    }

    Commit commit(String memberId, int generation, long offset) {
        return new Commit(memberId, null, generation, Map.of(TP, offset(offset)));
    }

    CommittedOffset offset(long offset) {
        return new CommittedOffset(offset, -1, "", nowMs, -1, TopicId.ZERO);
    }

    Optional<Long> committed() {
        return Optional.ofNullable(state.core().offsets().get(TP)).map(CommittedOffset::offset);
    }

    // ---- stages ----

    /** A stable group of one generation; the first client leads. */
    static GroupWorld stable(String... clients) {
        GroupWorld world = completing(clients);
        List<String> members = world.memberIds();
        for (String member : members) {
            world.ask(
                    world.sync(member, member.equals(world.leader()) ? members.toArray(String[]::new) : new String[0]));
        }
        return world;
    }

    /** A group whose members have been told of a generation and not asked for their assignment. */
    static GroupWorld completing(String... clients) {
        GroupWorld world = new GroupWorld();
        for (String client : clients) {
            world.ask(Requests.join(client, ""));
        }
        world.advance(GATHERING_MS);
        return world;
    }

    List<String> memberIds() {
        return List.copyOf(state.members().byId().keySet());
    }

    String idOf(String client) {
        return memberIds().stream()
                .filter(id -> id.startsWith(client + "-"))
                .findFirst()
                .orElse(client);
    }

    String leader() {
        return switch (state) {
            case GroupState.CompletingRebalance c -> c.leader();
            case GroupState.Stable s -> s.leader();
            case GroupState.PreparingRebalance p -> String.valueOf(p.leader());
            case GroupState.Empty e -> "";
            case GroupState.Dead d -> "";
        };
    }
}
