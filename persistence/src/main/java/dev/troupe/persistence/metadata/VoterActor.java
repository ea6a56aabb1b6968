package dev.troupe.persistence.metadata;

import dev.troupe.persistence.raft.RaftCodec;
import dev.troupe.persistence.raft.RaftEnvelope;
import dev.troupe.persistence.raft.RaftMember;
import dev.troupe.persistence.raft.SqliteRaftStore;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Carries this node's member of the metadata's Raft group: its mailbox is MicroRaft's task queue, so all of it happens on one
 * thread at a time. It waits for the disk, so it has a dispatcher of its own.
 */
final class VoterActor extends AbstractBehavior<VoterCommand> {
    private static final int UNKNOWN = -1;

    private final Map<Integer, ActorRef<VoterCommand>> others = new HashMap<>();
    private final RaftMember member;
    private boolean stopping;

    /**
     * The actor of a voter.
     *
     * @param started completed once the member takes part, or with what keeps it from it
     */
    static Behavior<VoterCommand> create(
            MetadataVoter voter, Clock clock, Random random, CompletableFuture<Done> started) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            try {
                return new VoterActor(context, timers, voter, clock, random).start(started);
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
                return Behaviors.stopped();
            }
        }));
    }

    private VoterActor(
            ActorContext<VoterCommand> context,
            TimerScheduler<VoterCommand> timers,
            MetadataVoter voter,
            Clock clock,
            Random random)
            throws IOException {
        super(context);
        RaftCodec codec = new RaftCodec();
        this.member = RaftMember.create(
                voter.group(),
                voter.nodeId(),
                voter.voters(),
                voter.settings(),
                SqliteRaftStore.open(voter.directory().resolve("journal.sqlite"), codec),
                new JournalMachine(codec),
                new RaftMember.Surroundings(
                        task -> execute(context.getSelf(), task),
                        (delay, task) -> timers.startSingleTimer(task, new VoterCommand.Work(task), delay),
                        this::send,
                        clock,
                        random));
    }

    private VoterActor start(CompletableFuture<Done> started) {
        var _ = member.start().whenComplete((done, failure) -> {
            if (failure == null) {
                started.complete(Done.getInstance());
            } else {
                started.completeExceptionally(failure);
            }
        });
        return this;
    }

    /** While it stops, MicroRaft's last tasks run at once, as no message will be taken any more. */
    private void execute(ActorRef<VoterCommand> self, Runnable task) {
        if (stopping) {
            task.run();
        } else {
            self.tell(new VoterCommand.Work(task));
        }
    }

    private void send(int node, RaftEnvelope envelope) {
        ActorRef<VoterCommand> other = others.get(node);
        if (other != null) {
            other.tell(new VoterCommand.FromVoter(envelope));
        }
    }

    @Override
    public Receive<VoterCommand> createReceive() {
        return newReceiveBuilder()
                .onAnyMessage(this::onCommand)
                .onSignal(PostStop.class, signal -> onPostStop())
                .build();
    }

    private Behavior<VoterCommand> onCommand(VoterCommand command) {
        switch (command) {
            case VoterCommand.Work work -> work.task().run();
            case VoterCommand.FromVoter message -> member.receive(message.envelope());
            case VoterCommand.Write write -> answer(member.write(write.operation()), write.id(), write.replyTo());
            case VoterCommand.Read read -> answer(member.read(read.question()), read.id(), read.replyTo());
            case VoterCommand.Found found -> others.put(found.node(), found.voter());
            case VoterCommand.Lost lost -> member.lost(lost.node());
        }
        return this;
    }

    /** Whatever goes wrong, the client may try again: an operation that is done twice is done once. */
    private void answer(CompletableFuture<Object> result, long id, ActorRef<ClientCommand> replyTo) {
        var _ = result.whenComplete((answer, failure) -> {
            if (failure == null) {
                replyTo.tell(new ClientCommand.Answered(id, (JournalAnswer) answer));
            } else {
                Integer leader = member.leader();
                replyTo.tell(new ClientCommand.NotLeader(id, leader == null ? UNKNOWN : leader));
            }
        });
    }

    private Behavior<VoterCommand> onPostStop() {
        stopping = true;
        var _ = member.stop();
        try {
            member.close();
        } catch (IOException e) {
            getContext().getLog().warn("The metadata journal did not close: {}", e.getMessage());
        }
        return this;
    }
}
