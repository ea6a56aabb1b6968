package dev.troupe.cluster.metrics;

import dev.troupe.cluster.kafka.RequestMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/**
 * All figures of one node. What happens often is counted where it happens; what merely stands somewhere is looked up when
 * somebody scrapes, so that a node that nobody watches pays nothing for it.
 */
public final class NodeMetrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RequestMeters requests = new RequestMeters(registry);

    /** Figures of this JVM and of requests; {@link #watch} adds the cluster's. */
    public NodeMetrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new GarbageMeters().bindTo(registry);
    }

    /** Where parts of the node register what they count. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Of the Kafka listeners. */
    public RequestMeters requests() {
        return requests;
    }

    /**
     * Takes in what the node's parts publish.
     *
     * @param maxSeries how many partitions, and how many committed offsets, are shown one by one at most
     */
    public void watch(MetricSources sources, int maxSeries) {
        sources.metadata().subscribe(new ElectionMeters(sources.nodeId(), registry));
        registry.getPrometheusRegistry().register(new ClusterFigures(sources));
        registry.getPrometheusRegistry().register(new LogFigures(sources, maxSeries));
        registry.getPrometheusRegistry().register(new GroupFigures(sources, maxSeries));
    }

    /** Everything in Prometheus' text format, 0.0.4. */
    public String scrape() {
        return registry.scrape();
    }
}
