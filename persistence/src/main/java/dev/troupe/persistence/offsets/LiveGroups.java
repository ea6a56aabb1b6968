package dev.troupe.persistence.offsets;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The live records of one partition, by group. */
final class LiveGroups {
    private final Map<String, LiveGroup> byId = new HashMap<>();

    void apply(OffsetsRecord record) {
        LiveGroup group = byId.computeIfAbsent(record.group(), id -> new LiveGroup());
        group.apply(record);
        if (group.isEmpty()) {
            byId.remove(record.group());
        }
    }

    List<OffsetsRecord> recordsOf(String group) {
        LiveGroup live = byId.get(group);
        return live == null ? List.of() : live.records(group);
    }

    Set<String> withOffsetsOf(Set<String> topics) {
        return byId.entrySet().stream()
                .filter(group -> group.getValue().hasOffsetsOf(topics))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    Set<String> ids() {
        return Set.copyOf(byId.keySet());
    }
}
