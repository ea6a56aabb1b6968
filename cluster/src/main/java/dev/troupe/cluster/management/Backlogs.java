package dev.troupe.cluster.management;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.cluster.management.desk.Answered;
import dev.troupe.cluster.management.desk.Asked;
import dev.troupe.cluster.management.desk.Subject;
import dev.troupe.cluster.management.json.BacklogJson;
import dev.troupe.cluster.management.json.BacklogJson.Position;
import dev.troupe.cluster.management.json.BacklogJson.Told;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.http.javadsl.model.StatusCodes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What lies before groups: told by the replicas on this node, and where it has none, by the leaders on others. */
final class Backlogs {
    private static final Logger LOG = LoggerFactory.getLogger(Backlogs.class);

    /** So many partitions are asked for at once at most; what lies before the group in others stays unknown. */
    private static final int MOST_ASKED = 10_000;

    private final NodeViews node;

    Backlogs(NodeViews node) {
        this.node = node;
    }

    /** Reads files and waits for other nodes; partitions of which nobody tells are left out. */
    Map<TopicPartition, Told> of(String group, Map<TopicPartition, Optional<CommittedOffset>> committed) {
        Map<TopicPartition, Told> known = new HashMap<>();
        Map<Integer, List<Position>> elsewhere = new HashMap<>();
        committed.forEach((partition, offset) -> {
            Position position = new Position(
                    partition.topic(),
                    partition.partition(),
                    offset.map(CommittedOffset::offset).orElse(null));
            Optional<Told> told = tell(position);
            told.ifPresent(here -> known.put(partition, here));
            if (told.isEmpty()) {
                leaderOf(partition)
                        .ifPresent(leader -> elsewhere
                                .computeIfAbsent(leader, id -> new ArrayList<>())
                                .add(position));
            }
        });
        ask(group, elsewhere).forEach(told -> known.put(new TopicPartition(told.topic(), told.partition()), told));
        return known;
    }

    /** What this node's own replicas tell. */
    BacklogJson tell(BacklogJson.Wanted wanted) {
        return new BacklogJson(wanted.partitions().stream()
                .flatMap(each -> tell(each).stream())
                .toList());
    }

    private Optional<Told> tell(Position position) {
        return node.hosted()
                .get(new TopicPartition(position.topic(), position.partition()))
                .map(replica -> replica.view().log())
                .map(log -> tell(position, log));
    }

    private Told tell(Position position, LogView log) {
        Long committed = position.committed();
        if (committed == null) {
            return new Told(position.topic(), position.partition(), log.highWatermark(), null, null);
        }
        Backlog backlog = Backlog.of(log, committed);
        return new Told(
                position.topic(),
                position.partition(),
                log.highWatermark(),
                backlog.records(),
                age(backlog.nextAtMs()));
    }

    private @Nullable Long age(@Nullable Long timestampMs) {
        return timestampMs == null ? null : Math.max(0, node.clock().millis() - timestampMs);
    }

    private Optional<Integer> leaderOf(TopicPartition partition) {
        return node.metadata()
                .current()
                .partition(partition)
                .filter(PartitionInfo::hasLeader)
                .map(PartitionInfo::leader)
                .filter(leader -> leader != node.nodeId());
    }

    private List<Told> ask(String group, Map<Integer, List<Position>> byNode) {
        List<CompletableFuture<Answered>> answers = new ArrayList<>();
        byNode.forEach((id, positions) -> {
            List<Position> asked = positions.subList(0, Math.min(positions.size(), MOST_ASKED));
            String body = Json.text(new BacklogJson.Wanted(asked));
            answers.add(node.desk()
                    .ask(id, new Asked(Subject.BACKLOG, group, body, ""))
                    .toCompletableFuture());
        });
        return answers.stream()
                .map(CompletableFuture::join)
                .flatMap(answer -> read(answer).stream())
                .toList();
    }

    private static List<Told> read(Answered answer) {
        if (answer.status() != StatusCodes.OK.intValue()) {
            return List.of();
        }
        try {
            return Json.read(answer.body(), BacklogJson.class).partitions();
        } catch (JsonProcessingException newer) {
            LOG.debug("What another node tells of its partitions is not understood: {}", newer.toString());
            return List.of();
        }
    }
}
