package dev.troupe.cluster.management.desk;

import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.protocol.NodeRole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.typed.Cluster;

/**
 * Carries questions to other nodes' desks and brings their answers back. Answers come to this actor and not to one for each
 * question, as large ones travel only to names that are known beforehand.
 */
final class DeskActor extends AbstractBehavior<DeskMessage> {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Questions under way at most; people ask, not machines. */
    private static final int MOST_OPEN = 1_000;

    /** Well below the largest frame between nodes. */
    private static final int LONGEST_BODY = 8 << 20;

    private final NodeDesk.Clerk clerk;
    private final TimerScheduler<DeskMessage> timers;
    private final Map<Long, Open> open = new HashMap<>();
    private long lastNumber;

    private DeskActor(ActorContext<DeskMessage> context, TimerScheduler<DeskMessage> timers, NodeDesk.Clerk clerk) {
        super(context);
        this.timers = timers;
        this.clerk = clerk;
    }

    static Behavior<DeskMessage> create(NodeDesk.Clerk clerk) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new DeskActor(context, timers, clerk)));
    }

    @Override
    public Receive<DeskMessage> createReceive() {
        return newReceiveBuilder().onMessage(DeskMessage.class, this::handle).build();
    }

    private Behavior<DeskMessage> handle(DeskMessage message) {
        switch (message) {
            case DeskMessage.Ask ask -> carry(ask);
            case DeskMessage.Question question -> answer(question);
            case DeskMessage.Answer(long number, Answered answered) -> close(number, answered);
            case DeskMessage.Overdue(long number) -> {
                Open late = open.get(number);
                if (late != null) {
                    close(number, silent(late.nodeId()));
                }
            }
        }
        return this;
    }

    private void carry(DeskMessage.Ask ask) {
        Optional<ActorRef<DeskMessage>> desk = deskOf(ask.nodeId());
        if (desk.isEmpty() || open.size() >= MOST_OPEN) {
            ask.answer().complete(silent(ask.nodeId()));
            return;
        }
        long number = ++lastNumber;
        open.put(number, new Open(ask.nodeId(), ask.answer()));
        timers.startSingleTimer(number, new DeskMessage.Overdue(number), PATIENCE);
        desk.get()
                .tell(new DeskMessage.Question(number, ask.asked(), getContext().getSelf()));
    }

    private void answer(DeskMessage.Question question) {
        clerk.answer(question.asked())
                .thenAccept(answered ->
                        question.replyTo().tell(new DeskMessage.Answer(question.number(), withinBounds(answered))));
    }

    private static Answered withinBounds(Answered answered) {
        return answered.body().getBytes(StandardCharsets.UTF_8).length <= LONGEST_BODY
                ? answered
                : unavailable("the answer is too long to be passed on", "ask the group's coordinator itself");
    }

    private void close(long number, Answered answered) {
        timers.cancel(number);
        Open closed = open.remove(number);
        if (closed != null) {
            closed.answer().complete(answered);
        }
    }

    private Optional<ActorRef<DeskMessage>> deskOf(int nodeId) {
        for (Member member : Cluster.get(getContext().getSystem()).state().getMembers()) {
            OptionalInt node = NodeRole.nodeOf(member.getRoles());
            if (node.isPresent() && node.getAsInt() == nodeId) {
                return Optional.of(ActorRefResolver.get(getContext().getSystem())
                        .resolveActorRef(member.address() + "/user/" + NodeDesk.NAME));
            }
        }
        return Optional.empty();
    }

    private static Answered silent(int nodeId) {
        return unavailable(
                "node " + nodeId + ", which knows, does not answer",
                "GET /api/v1/members tells who is there; try again in a moment");
    }

    private static Answered unavailable(String message, String hint) {
        return new Answered(503, Json.text(new ErrorJson("unavailable", message, hint)));
    }

    /** A question under way. */
    private record Open(int nodeId, CompletableFuture<Answered> answer) {}
}
