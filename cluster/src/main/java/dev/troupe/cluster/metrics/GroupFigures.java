package dev.troupe.cluster.metrics;

import dev.troupe.actors.group.GroupPhase;
import dev.troupe.actors.group.GroupSummary;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.TopicPartition;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The groups that this node coordinates: how many in which state, and how far each is. Lag is told where this node has a
 * replica of the partition; elsewhere it is the difference of two figures of two nodes. No group is woken for it.
 */
final class GroupFigures implements MultiCollector {
    private final MetricSources sources;
    private final int maxSeries;

    GroupFigures(MetricSources sources, int maxSeries) {
        this.sources = sources;
        this.maxSeries = maxSeries;
    }

    @Override
    public MetricSnapshots collect() {
        List<GroupSummary> groups = sources.groups().list();
        Figures offsets = new Figures("kafka_consumergroup_current_offset", "Where a group goes on");
        Figures lags = new Figures("kafka_consumergroup_lag", "Offsets that lie before a group");
        int series = 0;
        for (GroupSummary group : groups) {
            if (series < maxSeries) {
                series += offsets(group.groupId(), offsets, lags, maxSeries - series);
            }
        }
        return MetricSnapshots.of(states(groups), offsets.snapshot(), lags.snapshot());
    }

    private int offsets(String group, Figures offsets, Figures lags, int most) {
        int added = 0;
        for (Map.Entry<TopicPartition, CommittedOffset> each :
                sources.groups().committed(group).entrySet()) {
            if (added == most) {
                break;
            }
            Labels where = LogFigures.labels(each.getKey()).add("consumergroup", group);
            long committed = each.getValue().offset();
            offsets.add(committed, where);
            LogView log = log(each.getKey());
            if (log != null) {
                lags.add(Math.max(0, log.highWatermark() - Math.max(committed, log.logStartOffset())), where);
            }
            added++;
        }
        return added;
    }

    private @Nullable LogView log(TopicPartition partition) {
        return sources.hosted()
                .get(partition)
                .map(replica -> replica.view().log())
                .orElse(null);
    }

    private static GaugeSnapshot states(List<GroupSummary> groups) {
        Map<GroupPhase, Integer> counts = new EnumMap<>(GroupPhase.class);
        groups.forEach(group -> counts.merge(group.state(), 1, Integer::sum));
        Figures figures = new Figures("troupe_groups", "Groups that this node coordinates, by state");
        for (GroupPhase phase : GroupPhase.values()) {
            if (phase != GroupPhase.DEAD) {
                figures.add(counts.getOrDefault(phase, 0), Labels.of("state", phase.label()));
            }
        }
        return figures.snapshot();
    }
}
