package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.CoordinatorFound;
import dev.troupe.actors.client.ClientReply.GroupAnswered;
import dev.troupe.actors.client.ClientRequest.AskGroup;
import dev.troupe.actors.client.ClientRequest.FindCoordinator;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.protocol.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.pattern.Patterns;

/**
 * Questions to one group, wherever it is coordinated. It finds the coordinator and notices when that is another one, also while
 * an answer is awaited; then the question is answered {@link ErrorCode#NOT_COORDINATOR}, and whoever asked may ask again. The
 * stages never fail. Any thread may ask.
 */
public final class GroupClient {
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final int UNKNOWN = -1;

    private final ActorSystem<?> system;
    private final Brokers brokers;
    private final String group;
    private volatile int coordinator = UNKNOWN;

    /** A client for that group. */
    public GroupClient(ActorSystem<?> system, Brokers brokers, String group) {
        this.system = system;
        this.brokers = brokers;
        this.group = group;
    }

    /**
     * Asks the group.
     *
     * @param patience how long the group itself may take; a rebalance takes as long as its slowest member
     */
    public <R extends GroupReply> CompletionStage<R> ask(GroupRequest<R> request, Duration patience) {
        int known = coordinator;
        return known == UNKNOWN
                ? find().thenCompose(found -> found == UNKNOWN
                        ? CompletableFuture.completedFuture(request.refused(ErrorCode.COORDINATOR_NOT_AVAILABLE))
                        : ask(found, request, patience))
                : ask(known, request, patience);
    }

    private <R extends GroupReply> CompletionStage<R> ask(int broker, GroupRequest<R> request, Duration patience) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        AskPattern.<ClientRequest, GroupAnswered>ask(
                        brokers.broker(broker),
                        replyTo -> new AskGroup(group, request, replyTo),
                        patience.plus(ANSWER),
                        system.scheduler())
                .thenApply(answered -> request.replyType().cast(answered.reply()))
                .exceptionally(_ -> request.refused(ErrorCode.REQUEST_TIMED_OUT))
                .thenAccept(answer::complete);
        if (patience.compareTo(ANSWER) > 0) {
            watch(broker, request, answer);
        }
        return answer.thenApply(reply -> {
            if (hasMoved(reply.error())) {
                coordinator = UNKNOWN;
            }
            return reply;
        });
    }

    private static boolean hasMoved(ErrorCode error) {
        return error == ErrorCode.NOT_COORDINATOR
                || error == ErrorCode.COORDINATOR_NOT_AVAILABLE
                || error == ErrorCode.REQUEST_TIMED_OUT;
    }

    /** Nobody says that a coordinator is gone and will not answer: the other brokers know. */
    private <R extends GroupReply> void watch(int broker, GroupRequest<R> request, CompletableFuture<R> answer) {
        Patterns.after(ANSWER, system.classicSystem(), () -> {
            if (!answer.isDone()) {
                find().thenAccept(found -> {
                    if (found == broker || found == UNKNOWN) {
                        watch(broker, request, answer);
                    } else {
                        answer.complete(request.refused(ErrorCode.NOT_COORDINATOR));
                    }
                });
            }
            return answer;
        });
    }

    private CompletionStage<Integer> find() {
        return AskPattern.<ClientRequest, CoordinatorFound>ask(
                        brokers.any(), replyTo -> new FindCoordinator(group, replyTo), ANSWER, system.scheduler())
                .exceptionally(_ -> new CoordinatorFound(ErrorCode.REQUEST_TIMED_OUT, UNKNOWN))
                .thenApply(found -> coordinator = found.broker());
    }
}
