package dev.troupe.cluster.management;

import dev.troupe.protocol.controller.ControllerReport;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the controller told a moment ago: however many people look on, it is asked twice a second at most. Any thread. */
final class RecentReport {
    private static final Duration RECENT = Duration.ofMillis(500);

    private final Supplier<CompletionStage<ControllerReport>> controller;
    private final LongSupplier nanoTime;
    private @Nullable CompletionStage<ControllerReport> latest;
    private long askedAt;

    RecentReport(Supplier<CompletionStage<ControllerReport>> controller, LongSupplier nanoTime) {
        this.controller = controller;
        this.nanoTime = nanoTime;
    }

    /** Fails where no controller answers. */
    synchronized CompletionStage<ControllerReport> get() {
        long now = nanoTime.getAsLong();
        CompletionStage<ControllerReport> known = latest;
        if (known == null || now - askedAt > RECENT.toNanos()) {
            known = controller.get();
            latest = known;
            askedAt = now;
        }
        return known;
    }

    /** Waits for it. */
    ControllerReport await() {
        return get().toCompletableFuture().join();
    }
}
