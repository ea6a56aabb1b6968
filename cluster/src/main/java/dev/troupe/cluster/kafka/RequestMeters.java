package dev.troupe.cluster.kafka;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Counts the requests of all listeners by kind: how many, how long they took, how many bytes came and went (M1). Any thread
 * adds, without a lock and without making an object; what is made for a kind is made at its first request.
 *
 * <p>A request's time runs from its frame being whole to its answer being ready, waiting for records or replicas included, as
 * Kafka's total time does.
 */
public final class RequestMeters {
    private static final int KINDS =
            Arrays.stream(ApiKeys.values()).mapToInt(key -> key.id).max().orElseThrow() + 1;
    private static final Duration[] BOUNDS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5)
    };

    private final MeterRegistry registry;
    private final AtomicReferenceArray<Kind> kinds = new AtomicReferenceArray<>(KINDS);

    /** Begins at zero, and registers what it counts. */
    public RequestMeters(MeterRegistry registry) {
        this.registry = registry;
        Kind produce = kind(ApiKeys.PRODUCE);
        Kind fetch = kind(ApiKeys.FETCH);
        counter("kafka.server.brokertopicmetrics.bytesin", "Bytes of requests to produce", produce.received)
                .register(registry);
        counter("kafka.server.brokertopicmetrics.bytesout", "Bytes of answers to fetches", fetch.sent)
                .register(registry);
    }

    /**
     * What has come together for one kind of request since the start.
     *
     * @param request its name, as Kafka has it
     * @param count how many were answered
     * @param totalMs how long they took together
     */
    public record Traffic(String request, long count, double totalMs, long bytesReceived, long bytesSent) {}

    /** All kinds that came at least once, and those of records. */
    public List<Traffic> traffic() {
        List<Traffic> all = new ArrayList<>();
        for (int id = 0; id < KINDS; id++) {
            Kind kind = kinds.get(id);
            if (kind != null) {
                all.add(kind.traffic(ApiKeys.forId(id).name));
            }
        }
        return all;
    }

    /** Adds the connections of a listener. */
    void watch(String listener, Shared shared) {
        Gauge.builder("kafka.server.socketservermetrics.connection.count", shared.connections(), Connections::count)
                .description("Clients that are connected")
                .tag("listener", listener)
                .register(registry);
        FunctionCounter.builder(
                        "kafka.server.socketservermetrics.connection.creation",
                        shared.connections(),
                        Connections::opened)
                .description("Clients that ever connected")
                .tag("listener", listener)
                .register(registry);
        FunctionCounter.builder("troupe.connections.refused", shared.connections(), Connections::refused)
                .description("Clients that were sent away, as max.connections were there")
                .tag("listener", listener)
                .register(registry);
        Gauge.builder("troupe.request.memory", shared.budget(), MemoryBudget::used)
                .description("What requests under way take, outside of the heap")
                .baseUnit("bytes")
                .tag("listener", listener)
                .register(registry);
    }

    void received(ApiKeys key, int bytes) {
        kind(key).received.add(bytes);
    }

    void answered(ApiKeys key, long nanos) {
        kind(key).time.record(nanos, TimeUnit.NANOSECONDS);
    }

    void sent(ApiKeys key, long bytes) {
        kind(key).sent.add(bytes);
    }

    private Kind kind(ApiKeys key) {
        Kind kind = kinds.get(key.id);
        return kind != null ? kind : first(key);
    }

    private synchronized Kind first(ApiKeys key) {
        Kind kind = kinds.get(key.id);
        if (kind == null) {
            kind = register(key.name);
            kinds.set(key.id, kind);
        }
        return kind;
    }

    private Kind register(String request) {
        Timer time = Timer.builder("kafka.network.requestmetrics.totaltime")
                .description("From a request being there to its answer being ready")
                .serviceLevelObjectives(BOUNDS)
                .tag("request", request)
                .register(registry);
        Kind kind = new Kind(time, new LongAdder(), new LongAdder());
        FunctionCounter.builder("kafka.network.requestmetrics.requests", time, Timer::count)
                .description("Requests that were answered")
                .tag("request", request)
                .register(registry);
        counter("kafka.network.requestmetrics.requestbytes", "Bytes of requests", kind.received)
                .tag("request", request)
                .register(registry);
        counter("kafka.network.requestmetrics.responsebytes", "Bytes of answers", kind.sent)
                .tag("request", request)
                .register(registry);
        return kind;
    }

    private static FunctionCounter.Builder<LongAdder> counter(String name, String what, LongAdder adder) {
        return FunctionCounter.builder(name, adder, LongAdder::sum).description(what);
    }

    private record Kind(Timer time, LongAdder received, LongAdder sent) {
        Traffic traffic(String name) {
            return new Traffic(name, time.count(), time.totalTime(TimeUnit.MILLISECONDS), received.sum(), sent.sum());
        }
    }
}
