package dev.troupe.persistence.raft;

import io.microraft.RaftEndpoint;
import java.util.Collection;
import java.util.List;

/**
 * A node that votes, by its node id.
 *
 * @param id the node id
 */
public record Voter(int id) implements RaftEndpoint {

    @Override
    public Object getId() {
        return id;
    }

    static int idOf(RaftEndpoint endpoint) {
        return ((Voter) endpoint).id();
    }

    static List<Integer> idsOf(Collection<RaftEndpoint> endpoints) {
        return endpoints.stream().map(Voter::idOf).sorted().toList();
    }

    static List<RaftEndpoint> of(Collection<Integer> ids) {
        return ids.stream().<RaftEndpoint>map(Voter::new).toList();
    }
}
