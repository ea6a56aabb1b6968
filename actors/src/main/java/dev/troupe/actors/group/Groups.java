package dev.troupe.actors.group;

import dev.troupe.actors.broker.LeadershipListener;
import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.persistence.offsets.GroupPartitioner;
import dev.troupe.persistence.offsets.OffsetsLog;
import dev.troupe.persistence.offsets.OffsetsRecord;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetCommit;
import dev.troupe.persistence.offsets.OffsetsStorage;
import dev.troupe.persistence.offsets.OffsetsStore;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/**
 * The consumer groups that this node coordinates (G1). Any thread asks; a request goes straight to the group's actor, and is
 * answered at once where the node does not coordinate the group or is still loading it.
 */
public final class Groups implements LeadershipListener {
    /** The internal topic that groups are kept in. */
    public static final String OFFSETS_TOPIC = "__consumer_offsets";

    private final Tenures tenures;
    private final IntSupplier partitionCount;
    private final Parts parts;
    private final OffsetsStore store;
    private final ActorRef<CoordinatorCommand> coordinator;

    private Groups(
            Tenures tenures,
            IntSupplier partitionCount,
            Parts parts,
            OffsetsStore store,
            ActorRef<CoordinatorCommand> coordinator) {
        this.tenures = tenures;
        this.store = store;
        this.partitionCount = partitionCount;
        this.parts = parts;
        this.coordinator = coordinator;
    }

    /**
     * What the coordinator is built of.
     *
     * @param nodeId this node
     * @param fileExecutor where partitions are read
     * @param nanoClock monotonic, for deadlines
     * @param ids make member ids unique
     */
    public record Parts(
            GroupSettings settings,
            int nodeId,
            MetadataCache metadata,
            Executor fileExecutor,
            InstantSource wallClock,
            LongSupplier nanoClock,
            Supplier<UUID> ids) {}

    /** Starts the node's coordinator as a child of {@code parent}; it serves what {@link #elected} tells it of. */
    public static Groups start(ActorContext<?> parent, HostedPartitions hosted, Parts parts) {
        return start(parent, new HostedOffsetsLog(hosted, parts.settings().commitTimeout(), parts.nanoClock()), parts);
    }

    static Groups start(ActorContext<?> parent, OffsetsLog log, Parts parts) {
        GroupSettings settings = parts.settings();
        IntSupplier partitionCount = () -> parts.metadata()
                .current()
                .topic(OFFSETS_TOPIC)
                .map(topic -> topic.partitions().size())
                .orElse(settings.offsetsTopicPartitions());
        OffsetsStore store = new OffsetsStore(log, partitionCount, parts.wallClock());
        OffsetsStorage.get(parent.getSystem()).attach(store);
        Tenures tenures = new Tenures(partitionCount);
        GroupLogic logic = new GroupLogic(settings, () -> parts.ids().get().toString());
        ActorRef<CoordinatorCommand> coordinator = parent.spawn(
                GroupCoordinator.create(
                        tenures,
                        store,
                        parts.fileExecutor(),
                        settings.retentionCheckInterval(),
                        new GroupActor.Surroundings(logic, parts.wallClock(), parts.nanoClock())),
                "groups");
        Groups groups = new Groups(tenures, partitionCount, parts, store, coordinator);
        parts.metadata().subscribe(groups::metadataChanged);
        return groups;
    }

    /** Which partition of {@link #OFFSETS_TOPIC} a group belongs to; its leader coordinates the group. */
    public int partitionOf(String groupId) {
        return GroupPartitioner.partitionOf(groupId, partitionCount.getAsInt());
    }

    /** Asks a group. The stage completes on the group's thread, and with an error reply where nobody can serve it. */
    public <R extends GroupReply> CompletionStage<R> ask(String groupId, GroupRequest<R> request) {
        Optional<Tenure> tenure = tenures.of(groupId);
        if (tenure.isEmpty() || tenure.get().stage() == Tenure.Stage.ENDED) {
            return CompletableFuture.completedFuture(request.refused(ErrorCode.NOT_COORDINATOR));
        }
        if (tenure.get().stage() == Tenure.Stage.LOADING) {
            return CompletableFuture.completedFuture(request.refused(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS));
        }
        Optional<Tenure.Entry> group = tenure.get().group(groupId);
        boolean direct = tenures.direct(groupId);
        if (group.isEmpty() && direct && !request.createsGroup()) {
            return CompletableFuture.completedFuture(request.missing());
        }
        GroupCommand.Ask<R> ask = new GroupCommand.Ask<>(request, new CompletableFuture<>());
        if (!direct || !isTold(group, ask)) {
            tenures.delivering(groupId);
            coordinator.tell(new CoordinatorCommand.Deliver(groupId, ask));
        }
        return ask.replyTo();
    }

    private static boolean isTold(Optional<Tenure.Entry> group, GroupCommand.Ask<?> ask) {
        return group.isPresent() && group.get() instanceof Tenure.Awake(GroupDoor door) && door.tell(ask);
    }

    /** Whether this node coordinates the group and has loaded it. */
    public boolean isServing(String groupId) {
        return tenures.of(groupId)
                .filter(tenure -> tenure.stage() == Tenure.Stage.SERVING)
                .isPresent();
    }

    /** The groups that this node coordinates. */
    public List<GroupSummary> list() {
        return tenures.all().stream()
                .flatMap(tenure -> tenure.groups().stream())
                .map(Tenure.Entry::summary)
                .filter(group -> group.state() != GroupPhase.DEAD)
                .toList();
    }

    /** Where a group goes on in each partition, as its journal has it: for figures, as the group is not woken. */
    public Map<TopicPartition, CommittedOffset> committed(String groupId) {
        Map<TopicPartition, CommittedOffset> committed = new HashMap<>();
        for (OffsetsRecord record : store.recordsOf(groupId)) {
            if (record instanceof OffsetCommit(String group, TopicPartition partition, CommittedOffset offset)) {
                committed.put(partition, offset);
            }
        }
        return committed;
    }

    /** What happened to a group lately, as far as this node has coordinated it (G15). */
    public List<GroupTimeline.Entry> timeline(String groupId) {
        return tenures.of(groupId)
                .flatMap(tenure -> tenure.group(groupId))
                .map(group -> group.timeline().entries())
                .orElse(List.of());
    }

    /**
     * Whether {@link #list} is not all: some partition is being loaded, or will be as soon as this node learns of its election.
     */
    public boolean isLoading() {
        return tenures.all().stream().anyMatch(tenure -> tenure.stage() == Tenure.Stage.LOADING)
                || parts.metadata().current().topic(OFFSETS_TOPIC).stream()
                        .flatMap(topic -> topic.partitions().stream())
                        .anyMatch(this::awaitsElection);
    }

    private boolean awaitsElection(PartitionInfo info) {
        boolean mayLead = info.leader() == parts.nodeId()
                || (!info.hasLeader() && info.isr().contains(parts.nodeId()));
        return mayLead && tenures.current(info.partition()).isEmpty();
    }

    @Override
    public void elected(TopicPartition partition, int leaderEpoch) {
        if (partition.topic().equals(OFFSETS_TOPIC)) {
            coordinator.tell(new CoordinatorCommand.Elected(partition.partition(), leaderEpoch));
        }
    }

    @Override
    public void resigned(TopicPartition partition, int leaderEpoch) {
        if (partition.topic().equals(OFFSETS_TOPIC)) {
            coordinator.tell(new CoordinatorCommand.Resigned(partition.partition(), leaderEpoch));
        }
    }

    /** Committed offsets of a topic go with it; one created again under the same name has another id (R2). */
    @SuppressWarnings("ReferenceEquality") // images share what did not change, and most changes leave the topics alone
    private void metadataChanged(ClusterImage before, ClusterImage now) {
        if (before.topics() == now.topics()) {
            return;
        }
        Set<String> gone = before.topics().values().stream()
                .filter(topic -> now.topic(topic.id()).isEmpty())
                .map(TopicInfo::name)
                .collect(Collectors.toSet());
        if (!gone.isEmpty()) {
            topicsDeleted(gone);
        }
    }

    void topicsDeleted(Set<String> topics) {
        coordinator.tell(new CoordinatorCommand.TopicsDeleted(topics));
    }
}
