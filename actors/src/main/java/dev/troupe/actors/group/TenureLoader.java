package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.OffsetsStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Reads the groups of a partition that this node has come to lead; which of them need an actor is seen by their state. */
final class TenureLoader {
    private final OffsetsStore store;
    private final GroupLogic logic;
    private final Executor fileExecutor;

    TenureLoader(OffsetsStore store, GroupLogic logic, Executor fileExecutor) {
        this.store = store;
        this.logic = logic;
        this.fileExecutor = fileExecutor;
    }

    CompletionStage<List<Tenure.Asleep>> load(Tenure tenure) {
        return CompletableFuture.supplyAsync(() -> read(tenure), fileExecutor);
    }

    private List<Tenure.Asleep> read(Tenure tenure) {
        List<Tenure.Asleep> groups = new ArrayList<>();
        try {
            for (String groupId : store.load(tenure.partition(), tenure.leaderEpoch())) {
                GroupCell cell = new GroupCell(groupId);
                GroupRecords.eventsOf(store.recordsOf(groupId)).forEach(cell::apply);
                groups.add(Tenure.Asleep.of(cell.state(), logic, new GroupTimeline()));
            }
        } catch (IOException e) {
            throw new CompletionException(e);
        }
        return groups;
    }
}
