package dev.troupe.cluster.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import java.util.ArrayList;
import java.util.List;

/** One figure that stands at many places, collected anew for each scrape: no object is kept for a partition or a group. */
final class Figures {
    private final MetricMetadata about;
    private final List<GaugeDataPointSnapshot> points = new ArrayList<>();

    Figures(String name, String what) {
        this.about = new MetricMetadata(name, what);
    }

    /** A figure that stands at one place only. */
    static GaugeSnapshot one(String name, String what, long value) {
        Figures figures = new Figures(name, what);
        figures.add(value, Labels.EMPTY);
        return figures.snapshot();
    }

    /** Prometheus has no other numbers than doubles; beyond 2^53 they are told roughly. */
    void add(long value, Labels where) {
        points.add(new GaugeDataPointSnapshot((double) value, where, null));
    }

    GaugeSnapshot snapshot() {
        return new GaugeSnapshot(about, points);
    }
}
