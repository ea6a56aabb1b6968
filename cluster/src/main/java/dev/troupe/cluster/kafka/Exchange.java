package dev.troupe.cluster.kafka;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.apache.kafka.common.protocol.ApiMessage;
import org.jspecify.annotations.Nullable;

/**
 * One request under way, in its place among those of its connection. It is the callback of its own stage, as one is made for
 * every request.
 */
final class Exchange implements BiConsumer<@Nullable ApiMessage, @Nullable Throwable> {
    private final Connection connection;
    private final Request request;
    private final boolean answered;
    private final Shared shared;
    private final long begunNanos = System.nanoTime();

    /** The frame whose slices the request holds; null where it holds none, or no more. */
    private @Nullable ByteBuf frame;

    private @Nullable CompletionStage<ApiMessage> stage;
    private @Nullable ApiMessage response;

    /** Written last when the stage completes, on any thread; read first by the event loop. */
    private volatile boolean done;

    Exchange(Connection connection, Request request, Shared shared, @Nullable ByteBuf frame) {
        this.connection = connection;
        this.request = request;
        this.answered = request.handler().answered(request.body());
        this.shared = shared;
        this.frame = frame;
    }

    /** Begins to serve it. */
    void begin(RequestContext context) {
        try {
            CompletionStage<ApiMessage> begun = request.handler().handle(context, request.body());
            stage = begun;
            begun.whenComplete(this);
        } catch (RuntimeException e) {
            accept(null, e);
        }
    }

    /** Nobody will read the answer. */
    void abandon() {
        CompletionStage<ApiMessage> begun = stage;
        if (begun != null && !done) {
            request.handler().abandoned(begun);
        }
    }

    @Override
    public void accept(@Nullable ApiMessage answer, @Nullable Throwable thrown) {
        // The form of an error is made from the request, so before its buffer is given back.
        response = thrown == null ? answer : Failures.answer(request, answered, thrown, connection.info());
        ByteBuf held = frame;
        frame = null;
        if (held != null) {
            int bytes = held.capacity();
            held.release();
            shared.budget().giveBack(bytes);
        }
        shared.meters().answered(request.handler().key(), System.nanoTime() - begunNanos);
        done = true;
        connection.completed();
    }

    boolean isDone() {
        return done;
    }

    Request request() {
        return request;
    }

    /** Whether the client waits for {@link #response()}. */
    boolean isAnswered() {
        return answered;
    }

    /** What to answer, null where there is nothing but to close the connection. */
    @Nullable
    ApiMessage response() {
        return response;
    }
}
