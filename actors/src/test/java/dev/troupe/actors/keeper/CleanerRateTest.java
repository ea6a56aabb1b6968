package dev.troupe.actors.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CleanerRateTest {
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void keepsToItsBytesPerSecondOverMany() {
        CleanerRate rate = new CleanerRate(1_000_000, nanos::get, nanos::addAndGet);
        for (int i = 0; i < 3000; i++) {
            rate.used(1000);
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(nanos.get())).isBetween(2990L, 3010L);
    }

    @Test
    void doesNotSaveUpWhatWasNotUsed() {
        CleanerRate rate = new CleanerRate(1_000_000, nanos::get, nanos::addAndGet);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(100));
        rate.used(1_000_000);
        assertThat(nanos.get()).isEqualTo(TimeUnit.SECONDS.toNanos(101));
    }

    @Test
    void neverPausesWithoutALimit() {
        CleanerRate rate = new CleanerRate(Double.MAX_VALUE, nanos::get, nanos::addAndGet);
        rate.used(Long.MAX_VALUE);
        assertThat(nanos.get()).isZero();
    }
}
