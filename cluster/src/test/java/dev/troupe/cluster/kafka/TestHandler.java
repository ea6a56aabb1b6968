package dev.troupe.cluster.kafka;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/** Serves one kind of request with a function, and remembers who asked. */
final class TestHandler<Q extends ApiMessage, R extends ApiMessage> implements ApiHandler<Q, R> {
    private final ApiKeys key;
    private final BiFunction<RequestContext, Q, CompletionStage<R>> function;
    private final Predicate<Q> answered;
    final List<RequestContext> contexts = new CopyOnWriteArrayList<>();

    TestHandler(ApiKeys key, BiFunction<RequestContext, Q, CompletionStage<R>> function) {
        this(key, function, request -> true);
    }

    TestHandler(ApiKeys key, BiFunction<RequestContext, Q, CompletionStage<R>> function, Predicate<Q> answered) {
        this.key = key;
        this.function = function;
        this.answered = answered;
    }

    /** Answers at once. */
    static <Q extends ApiMessage, R extends ApiMessage> TestHandler<Q, R> answering(ApiKeys key, R response) {
        return new TestHandler<>(key, (context, request) -> CompletableFuture.completedFuture(response));
    }

    @Override
    public ApiKeys key() {
        return key;
    }

    @Override
    public boolean answered(Q request) {
        return answered.test(request);
    }

    @Override
    public CompletionStage<R> handle(RequestContext context, Q request) {
        contexts.add(context);
        return function.apply(context, request);
    }
}
