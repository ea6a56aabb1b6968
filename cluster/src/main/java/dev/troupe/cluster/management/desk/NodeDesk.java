package dev.troupe.cluster.management.desk;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/** Asks any node, this one included, and answers what others ask of this one. Any thread. */
public final class NodeDesk {
    /** The name of its actor below the guardian, the same on every node. */
    static final String NAME = "desk";

    private final int self;
    private final Clerk clerk;
    private final ActorRef<DeskMessage> actor;

    private NodeDesk(int self, Clerk clerk, ActorRef<DeskMessage> actor) {
        this.self = self;
        this.clerk = clerk;
        this.actor = actor;
    }

    /** Knows the answers of one node. */
    @FunctionalInterface
    public interface Clerk {

        /** Never fails: what goes wrong is an answer too. */
        CompletionStage<Answered> answer(Asked asked);
    }

    /**
     * Opens a node's desk.
     *
     * @param clerkOf makes the node's clerk, who may ask other nodes by the desk that is being opened
     */
    public static NodeDesk open(ActorContext<?> guardian, int nodeId, Function<NodeDesk, Clerk> clerkOf) {
        CompletableFuture<Clerk> clerk = new CompletableFuture<>();
        Clerk later = asked -> clerk.thenCompose(known -> known.answer(asked));
        NodeDesk desk = new NodeDesk(nodeId, later, guardian.spawn(DeskActor.create(later), NAME));
        clerk.complete(clerkOf.apply(desk));
        return desk;
    }

    /** Asks a node; where it cannot be asked, or says nothing in time, the answer is 503. Never fails. */
    public CompletionStage<Answered> ask(int nodeId, Asked asked) {
        if (nodeId == self) {
            return clerk.answer(asked);
        }
        CompletableFuture<Answered> answer = new CompletableFuture<>();
        actor.tell(new DeskMessage.Ask(nodeId, asked, answer));
        return answer;
    }
}
