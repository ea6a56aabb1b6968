package dev.troupe.cluster.groups;

import dev.troupe.protocol.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the offsets of a group would go.
 *
 * @param moves one for each partition, in the order of topic and partition
 */
public record ResetPlan(String group, List<Move> moves) {
    private static final int TOKEN_BYTES = 12;

    public ResetPlan {
        moves = List.copyOf(moves);
    }

    /**
     * One of them.
     *
     * @param before what is committed, null where nothing is
     */
    public record Move(TopicPartition partition, @Nullable Long before, long after) {

        /** How far it goes, back where negative; null where nothing was committed. */
        public @Nullable Long difference() {
            return before == null ? null : after - before;
        }
    }

    /** What would be committed. */
    public Map<TopicPartition, Long> targets() {
        Map<TopicPartition, Long> targets = new LinkedHashMap<>();
        moves.forEach(move -> targets.put(move.partition(), move.after()));
        return targets;
    }

    /**
     * Names this plan and no other: who has seen the plan has the token, and a plan that differs in anything has another.
     */
    public String token() {
        byte[] text = toString().getBytes(StandardCharsets.UTF_8);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(digest, 0, TOKEN_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /**
     * Why the plan is not good any more.
     *
     * @param committed what is committed now
     * @return empty where the group is where the plan saw it
     */
    public Optional<String> movedSince(Map<TopicPartition, Long> committed) {
        return moves.stream()
                .filter(move -> !Objects.equals(move.before(), committed.get(move.partition())))
                .findFirst()
                .map(move -> "group '" + group + "' has moved since: " + move.partition() + " is at "
                        + told(committed.get(move.partition())) + " and was at " + told(move.before())
                        + "; plan again");
    }

    private static String told(@Nullable Long offset) {
        return offset == null ? "no offset" : "offset " + offset;
    }
}
