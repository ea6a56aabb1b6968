package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.handlers.FetchScope.Gathered;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.common.message.FetchResponseData;
import org.jspecify.annotations.Nullable;

/**
 * One fetch from its arrival to its answer (L11): looks, and looks again each time there is news, until there is enough, an
 * error, or no more time. While it waits it holds one timer and no thread.
 *
 * <p>It looks on one thread at a time, never on the thread that brings the news: at the log end on the event loop of its
 * connection, from where the answer goes out without another hop, and where files have to be read on a thread that may.
 */
final class FetchAttempt implements Runnable {
    private final FetchScope scope;
    private final Terms terms;
    private final FetchRuntime runtime;
    private final Executor eventLoop;
    private final Function<Gathered, FetchResponseData> answer;
    private final CompletableFuture<FetchResponseData> future = new CompletableFuture<>();
    private final AtomicInteger looksDue = new AtomicInteger();
    private volatile boolean timeIsUp;
    private volatile @Nullable Runnable cancelTimer;

    /**
     * What the client asks for.
     *
     * @param full whether the response mentions partitions that have nothing
     */
    record Terms(int minBytes, int maxBytes, Duration maxWait, boolean readCommitted, boolean full) {}

    FetchAttempt(
            FetchScope scope,
            Terms terms,
            FetchRuntime runtime,
            Executor eventLoop,
            Function<Gathered, FetchResponseData> answer) {
        this.scope = scope;
        this.terms = terms;
        this.runtime = runtime;
        this.eventLoop = eventLoop;
        this.answer = answer;
        this.timeIsUp = !terms.maxWait().isPositive();
    }

    /** Begins, on the event loop; whoever finds the client gone completes the future, and the waiting ends. */
    CompletableFuture<FetchResponseData> start() {
        var _ = future.whenComplete((response, thrown) -> ended());
        scope.attach(this);
        if (looksDue.getAndIncrement() == 0) {
            run();
        }
        return future;
    }

    /** There is news. */
    void wake() {
        if (!future.isDone() && looksDue.getAndIncrement() == 0) {
            eventLoop.execute(this);
        }
    }

    /** Answer now, with whatever there is. */
    void hurry() {
        timeIsUp = true;
        wake();
    }

    @Override
    public void run() {
        if (scope.isInMemory(runtime.reader())) {
            lookOnce();
        } else {
            runtime.files().execute(this::lookOnce);
        }
    }

    private void lookOnce() {
        int looking = looksDue.get();
        try {
            look();
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
        }
        if (looksDue.addAndGet(-looking) != 0) {
            eventLoop.execute(this);
        }
    }

    private void look() {
        if (future.isDone()) {
            return;
        }
        boolean last = timeIsUp;
        Gathered gathered = scope.gather(runtime.reader(), terms.maxBytes(), terms.readCommitted(), terms.full());
        if (last || gathered.urgent() || gathered.bytes() >= terms.minBytes()) {
            scope.told(gathered);
            future.complete(answer.apply(gathered));
        } else if (cancelTimer == null) {
            cancelTimer = runtime.timer().after(terms.maxWait(), this::hurry);
        }
    }

    private void ended() {
        Runnable cancel = cancelTimer;
        if (cancel != null) {
            cancel.run();
        }
        if (scope.sessionId() == FetchScope.NO_SESSION) {
            scope.close();
        }
    }
}
