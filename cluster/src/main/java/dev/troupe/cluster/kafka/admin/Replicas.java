package dev.troupe.cluster.kafka.admin;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/** Which brokers have, or shall have, a partition; the first is the preferred leader. */
@JsonIgnoreProperties(ignoreUnknown = true) // plans of Kafka's tool name log folders too
public record Replicas(String topic, int partition, List<Integer> replicas) {}
