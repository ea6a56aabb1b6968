package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupRequest.Protocol;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.pcollections.TreePMap;

/**
 * The members of a group, immutable. Keeps count of who supports what and who has joined, so that a join costs no look at
 * everybody else (G17).
 *
 * @param byId in the order of their ids
 * @param idByInstance member ids of static members
 * @param supporters how many members support each protocol
 * @param joining how many members' JoinGroups wait
 */
record Members(
        TreePMap<String, Member> byId,
        PMap<String, String> idByInstance,
        PMap<String, Integer> supporters,
        int joining) {

    static final Members NONE = new Members(TreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty(), 0);

    int size() {
        return byId.size();
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    boolean has(String memberId) {
        return byId.containsKey(memberId);
    }

    @Nullable
    Member get(String memberId) {
        return byId.get(memberId);
    }

    Collection<Member> all() {
        return byId.values();
    }

    /** The member id that holds an instance id. */
    @Nullable
    String holderOf(String instanceId) {
        return idByInstance.get(instanceId);
    }

    /** With a member that is new, or that takes the place of the one under its id. */
    Members with(Member member) {
        Member before = byId.get(member.id());
        if (before != null && before.countsLike(member)) {
            return new Members(
                    byId.plus(member.id(), member),
                    idByInstance,
                    supporters,
                    joining + (member.joining() ? 1 : 0) - (before.joining() ? 1 : 0));
        }
        Members rest = without(member.id());
        return new Members(
                rest.byId.plus(member.id(), member),
                member.instanceId() == null
                        ? rest.idByInstance
                        : rest.idByInstance.plus(member.instanceId(), member.id()),
                count(rest.supporters, member.protocols(), 1),
                rest.joining + (member.joining() ? 1 : 0));
    }

    Members without(String memberId) {
        Member member = byId.get(memberId);
        if (member == null) {
            return this;
        }
        return new Members(
                byId.minus(memberId),
                member.instanceId() == null ? idByInstance : idByInstance.minus(member.instanceId()),
                count(supporters, member.protocols(), -1),
                joining - (member.joining() ? 1 : 0));
    }

    /** Changes each member, but neither its id nor what it supports. */
    Members map(UnaryOperator<Member> change) {
        TreePMap<String, Member> changed = byId;
        int waiting = 0;
        for (Member before : byId.values()) {
            Member after = change.apply(before);
            changed = after.equals(before) ? changed : changed.plus(after.id(), after);
            waiting += after.joining() ? 1 : 0;
        }
        return new Members(changed, idByInstance, supporters, waiting);
    }

    private static PMap<String, Integer> count(PMap<String, Integer> counts, List<Protocol> protocols, int by) {
        PMap<String, Integer> next = counts;
        for (Protocol protocol : protocols) {
            int count = next.getOrDefault(protocol.name(), 0) + by;
            next = count == 0 ? next.minus(protocol.name()) : next.plus(protocol.name(), count);
        }
        return next;
    }

    /** Whether all members support one of these protocols. */
    boolean share(List<Protocol> protocols) {
        return protocols.stream().anyMatch(p -> supportedByAll(p.name()));
    }

    private boolean supportedByAll(String protocol) {
        return supporters.getOrDefault(protocol, 0) == size();
    }

    /**
     * The protocol of the next generation (G4): each member votes for the first of its protocols that all support; most votes
     * win, the first name where they are equal.
     */
    String vote() {
        Map<String, Integer> votes = new HashMap<>();
        for (Member member : byId.values()) {
            member.protocols().stream()
                    .map(Protocol::name)
                    .filter(this::supportedByAll)
                    .findFirst()
                    .ifPresent(name -> votes.merge(name, 1, Integer::sum));
        }
        return votes.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new IllegalStateException("members without a protocol in common"));
    }

    /** The longest time that any member may take to rejoin, ms. */
    int rebalanceTimeoutMs() {
        return byId.values().stream().mapToInt(Member::rebalanceTimeoutMs).max().orElse(0);
    }
}
