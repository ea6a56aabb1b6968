package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.actors.group.GroupState.CompletingRebalance;
import dev.troupe.actors.group.GroupState.Dead;
import dev.troupe.actors.group.GroupState.Empty;
import dev.troupe.actors.group.GroupState.PreparingRebalance;
import dev.troupe.actors.group.GroupState.Stable;
import dev.troupe.persistence.offsets.Bytes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Which topics a group's members are subscribed to.
 *
 * @param topics those that could be read
 * @param complete whether every member's metadata could be read
 */
record Subscriptions(Set<String> topics, boolean complete) {

    static Subscriptions of(GroupState state) {
        return switch (state) {
            case Empty e -> new Subscriptions(Set.of(), true);
            case Dead d -> new Subscriptions(Set.of(), true);
            case PreparingRebalance p -> of(p, Subscriptions::favourite);
            case CompletingRebalance c -> of(c, member -> member.metadata(c.protocol()));
            case Stable s -> of(s, member -> member.metadata(s.protocol()));
        };
    }

    private static Subscriptions of(GroupState state, Function<Member, Bytes> metadata) {
        if (!state.core().hasConsumers()) {
            return new Subscriptions(Set.of(), false);
        }
        Set<String> all = new HashSet<>();
        boolean complete = true;
        for (Member member : state.members().all()) {
            Optional<Set<String>> topics = ConsumerSubscription.topics(metadata.apply(member));
            topics.ifPresent(all::addAll);
            complete &= topics.isPresent();
        }
        return new Subscriptions(all, complete);
    }

    private static Bytes favourite(Member member) {
        return member.protocols().stream().findFirst().map(Protocol::metadata).orElse(Bytes.EMPTY);
    }

    /** Whether somebody is subscribed to it, or may be for all that is known. */
    boolean mayInclude(String topic) {
        return !complete || topics.contains(topic);
    }
}
