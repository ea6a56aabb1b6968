package dev.troupe.cluster.metrics;

import dev.troupe.persistence.log.LogCompactor;
import dev.troupe.persistence.log.PartitionLog;
import dev.troupe.protocol.TopicPartition;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;

/** The record logs on this node: how far each goes, and how the disk and compaction stand (L8, L10, L14). */
final class LogFigures implements MultiCollector {
    private final MetricSources sources;
    private final int maxSeries;

    LogFigures(MetricSources sources, int maxSeries) {
        this.sources = sources;
        this.maxSeries = maxSeries;
    }

    @Override
    public MetricSnapshots collect() {
        List<PartitionLog> logs = sources.logs().logs();
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        offsets(logs, all);
        cleaner(logs, all);
        all.metricSnapshot(Figures.one(
                "troupe_log_disk_usable_bytes",
                "Left on the disk of the record logs",
                sources.logs().usableBytes()));
        all.metricSnapshot(Figures.one(
                "troupe_log_disk_full",
                "1 while appends are refused because too little is left",
                sources.logs().isFull() ? 1 : 0));
        all.metricSnapshot(Figures.one(
                "troupe_logs_recovering",
                "Logs being recovered after a crash",
                sources.logs().recovering().size()));
        all.metricSnapshot(Figures.one(
                "troupe_logs_failed",
                "Logs that take no writes since one has failed",
                logs.stream().filter(log -> log.failure().isPresent()).count()));
        return all.build();
    }

    private void offsets(List<PartitionLog> logs, MetricSnapshots.Builder all) {
        Figures starts = new Figures("kafka_log_log_logstartoffset", "The first offset of a log");
        Figures ends = new Figures("kafka_log_log_logendoffset", "The offset that a log's next record gets");
        Figures sizes = new Figures("kafka_log_log_size", "Bytes of a log's segments");
        logs.stream().limit(maxSeries).forEach(log -> {
            Labels where = labels(log.partition());
            starts.add(log.view().logStartOffset(), where);
            ends.add(log.view().logEndOffset(), where);
            sizes.add(log.view().sizeInBytes(), where);
        });
        all.metricSnapshot(starts.snapshot());
        all.metricSnapshot(ends.snapshot());
        all.metricSnapshot(sizes.snapshot());
    }

    private static void cleaner(List<PartitionLog> logs, MetricSnapshots.Builder all) {
        List<LogCompactor.Status> compacted = logs.stream()
                .filter(log -> log.config().compaction().compact())
                .map(log -> log.compactor().status())
                .toList();
        all.metricSnapshot(Figures.one(
                "kafka_log_logcleanermanager_uncleanable_partitions_count",
                "Logs whose last compaction failed; each is tried again",
                compacted.stream().filter(status -> status.error() != null).count()));
        all.metricSnapshot(Figures.one(
                "kafka_log_logcleanermanager_max_dirty_percent",
                "The largest share of a log that waits for compaction",
                Math.round(100
                        * compacted.stream()
                                .mapToDouble(LogCompactor.Status::dirtyRatio)
                                .max()
                                .orElse(0))));
    }

    static Labels labels(TopicPartition partition) {
        return Labels.of("topic", partition.topic(), "partition", Integer.toString(partition.partition()));
    }
}
