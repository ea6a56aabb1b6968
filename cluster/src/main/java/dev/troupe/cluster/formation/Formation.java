package dev.troupe.cluster.formation;

import dev.troupe.cluster.formation.FormationLogic.Wish;
import dev.troupe.cluster.formation.FormationMessage.Ask;
import dev.troupe.cluster.formation.FormationMessage.Introduce;
import dev.troupe.cluster.formation.FormationMessage.Introduced;
import dev.troupe.cluster.formation.FormationMessage.Joined;
import dev.troupe.cluster.formation.Verdict.Adopt;
import dev.troupe.cluster.formation.Verdict.Back;
import dev.troupe.cluster.formation.Verdict.Join;
import dev.troupe.cluster.formation.Verdict.NameCluster;
import dev.troupe.cluster.formation.Verdict.Refuse;
import dev.troupe.cluster.formation.Verdict.Wait;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.SelfUp;
import org.apache.pekko.cluster.typed.Subscribe;

/**
 * Introduces this node to the seeds until they are a cluster, and goes on afterwards, more slowly, so that nodes which come later
 * or move find it. To be spawned on the log dispatcher under {@link #NAME}, as it writes down which cluster the node is of.
 */
public final class Formation {
    /** Where other nodes find the actor, below the guardian. */
    public static final String NAME = "formation";

    private static final Duration WHILE_FORMING = Duration.ofMillis(200);
    private static final Duration ONCE_JOINED = Duration.ofSeconds(2);
    // In rounds of asking: whoever has not been heard for so long is taken for gone.
    private static final int STALE = 8;
    // A node that was backed may have begun, and be slow to say so: only one that is silent for so long is given up.
    private static final int DESERT = 75;
    // In rounds as well: a node that was asked to let this one join may have died before it did.
    private static final int JOIN_AGAIN = 15;

    private final ActorContext<FormationMessage> actor;
    private final TimerScheduler<FormationMessage> timers;
    private final Parts parts;
    private final Wish wish;
    private final Map<String, Heard> heard = new HashMap<>();
    private final Map<String, ActorRef<FormationMessage>> seeds = new HashMap<>();
    private NodeCard self;
    private String lastReason = "";
    private long round;
    private long joinAfter;
    private long backedHeard;

    private Formation(ActorContext<FormationMessage> actor, TimerScheduler<FormationMessage> timers, Parts parts) {
        this.actor = actor;
        this.timers = timers;
        this.parts = parts;
        this.wish = new Wish(parts.clusterId(), parts.voters());
        this.self = parts.card();
        for (String seed : self.seeds()) {
            if (!seed.equals(self.address())) {
                seeds.put(seed, at(seed));
            }
        }
    }

    /**
     * What a formation works with.
     *
     * @param card this node, as its data directory knows it
     * @param clusterId the cluster it should be part of, empty where it is not said
     * @param voters who should keep the metadata, empty where it is not said
     * @param ids makes the id of a new cluster
     * @param memory writes down which cluster the node is part of
     * @param reports hears what comes of it
     */
    public record Parts(
            NodeCard card,
            String clusterId,
            List<Integer> voters,
            Supplier<String> ids,
            Memory memory,
            ActorRef<Report> reports) {}

    /** Keeps for ever which cluster the node is part of. */
    @FunctionalInterface
    public interface Memory {
        /** Returns once it is on the disk. */
        void keep(String clusterId, List<Integer> voters) throws IOException;
    }

    /** What comes of it, for the guardian. */
    public sealed interface Report {}

    /** The node knows which cluster it is part of. Told once. */
    public record Formed(String clusterId, List<Integer> voters) implements Report {}

    /** A node that may keep the metadata can be reached there, as host:port. Told again when it moves. */
    public record Located(int nodeId, String address) implements Report {}

    /** The node must not start. */
    public record Refused(String reason) implements Report {}

    private record Heard(NodeCard card, long round) {}

    /** The actor. */
    public static Behavior<FormationMessage> create(Parts parts) {
        return Behaviors.setup(actor -> Behaviors.withTimers(timers -> new Formation(actor, timers, parts).start()));
    }

    private ActorRef<FormationMessage> at(String address) {
        return ActorRefResolver.get(actor.getSystem()).resolveActorRef(uri(address) + "/user/" + NAME);
    }

    private static String uri(String address) {
        return "pekko://troupe@" + address;
    }

    private Behavior<FormationMessage> start() {
        Cluster.get(actor.getSystem())
                .subscriptions()
                .tell(Subscribe.create(actor.messageAdapter(SelfUp.class, up -> new Joined()), SelfUp.class));
        if (self.established()) {
            reportFormed();
        }
        actor.getSelf().tell(new Ask());
        return Behaviors.receive(FormationMessage.class)
                .onMessage(FormationMessage.class, this::handle)
                .build();
    }

    private Behavior<FormationMessage> handle(FormationMessage message) {
        switch (message) {
            case Ask() -> ask();
            case Introduce(NodeCard card, ActorRef<FormationMessage> replyTo) -> {
                replyTo.tell(new Introduced(self));
                hear(card);
            }
            case Introduced(NodeCard card) -> hear(card);
            case Joined() -> self = self.asMember();
        }
        return proceed();
    }

    private void ask() {
        round++;
        heard.values().removeIf(one -> one.round() < round - STALE);
        if (self.backs() != null && !self.joined() && backedHeard < round - DESERT) {
            self = self.backing(null);
        }
        seeds.values().forEach(seed -> seed.tell(new Introduce(self, actor.getSelf())));
        timers.startSingleTimer(Ask.class, new Ask(), self.joined() ? ONCE_JOINED : WHILE_FORMING);
    }

    private void hear(NodeCard card) {
        if (card.address().equals(self.address())) {
            return;
        }
        if (card.address().equals(self.backs())) {
            backedHeard = round;
        }
        Heard before = heard.put(card.address(), new Heard(card, round));
        if (before == null || before.card().nodeId() != card.nodeId()) {
            parts.reports().tell(new Located(card.nodeId(), card.address()));
        }
    }

    private Behavior<FormationMessage> proceed() {
        List<NodeCard> others = heard.values().stream().map(Heard::card).toList();
        switch (FormationLogic.decide(self, wish, others)) {
            case Wait(String reason) -> say(reason);
            case NameCluster(List<Integer> voters) ->
                establish(wish.clusterId().isEmpty() ? parts.ids().get() : wish.clusterId(), voters);
            case Adopt(String clusterId, List<Integer> voters) -> establish(clusterId, voters);
            case Join(String address) -> join(address);
            case Back(String address) -> {
                self = self.backing(address);
                backedHeard = round;
                return proceed();
            }
            case Refuse(String reason) -> {
                parts.reports().tell(new Refused(reason));
                return Behaviors.stopped();
            }
        }
        return Behaviors.same();
    }

    private void say(String reason) {
        if (!self.joined() && !reason.equals(lastReason)) {
            actor.getLog().info("node {} {}", self.nodeId(), reason);
        }
        lastReason = reason;
    }

    private void establish(String clusterId, List<Integer> voters) {
        try {
            parts.memory().keep(clusterId, voters);
        } catch (IOException e) {
            parts.reports().tell(new Refused("the data directory cannot be written: " + e));
            return;
        }
        self = self.established(clusterId, voters);
        reportFormed();
        actor.getSelf().tell(new Ask());
    }

    private void reportFormed() {
        parts.reports().tell(new Formed(String.valueOf(self.clusterId()), self.voters()));
    }

    private void join(String address) {
        if (round >= joinAfter) {
            joinAfter = round + JOIN_AGAIN;
            if (address.equals(self.address())) {
                // It has begun, and can't take that back: whatever it hears from now on, others join it.
                self = self.asMember();
            }
            Cluster.get(actor.getSystem())
                    .manager()
                    .tell(org.apache.pekko.cluster.typed.Join.create(AddressFromURIString.parse(uri(address))));
        }
    }
}
