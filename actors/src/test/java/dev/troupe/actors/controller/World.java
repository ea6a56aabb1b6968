package dev.troupe.actors.controller;

import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.controller.ConfigChange;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.controller.ConfigResult;
import dev.troupe.protocol.controller.ControllerCommand.AlterConfigs;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartitionReply;
import dev.troupe.protocol.controller.ControllerCommand.AlterReassignments;
import dev.troupe.protocol.controller.ControllerCommand.ConfigResults;
import dev.troupe.protocol.controller.ControllerCommand.ControlledShutdown;
import dev.troupe.protocol.controller.ControllerCommand.CreatePartitions;
import dev.troupe.protocol.controller.ControllerCommand.CreateTopics;
import dev.troupe.protocol.controller.ControllerCommand.DeleteTopics;
import dev.troupe.protocol.controller.ControllerCommand.ElectLeaders;
import dev.troupe.protocol.controller.ControllerCommand.ElectionResults;
import dev.troupe.protocol.controller.ControllerCommand.ReassignmentResults;
import dev.troupe.protocol.controller.ControllerCommand.RegisterBroker;
import dev.troupe.protocol.controller.ControllerCommand.RegistrationReply;
import dev.troupe.protocol.controller.ControllerCommand.ShutdownReply;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.IsrChange;
import dev.troupe.protocol.controller.NewPartitions;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.ReassignmentWish;
import dev.troupe.protocol.controller.Requester;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.controller.TopicResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** A controller without its shell: decisions are appended and applied at once. */
final class World {
    static final ControllerSettings SETTINGS = new ControllerSettings(
            1, 1, Duration.ofSeconds(300), 10, true, Duration.ofSeconds(5), Duration.ofSeconds(10));
    static final Requester CLIENT = new Requester("test", "127.0.0.1");

    final List<ControllerEvent> journal = new ArrayList<>();
    final List<String> refused = new ArrayList<>();
    private ControllerState state = ControllerState.EMPTY;
    private long ids;

    World() {
        apply(ControllerLogic.elect(state, 1, "test", now()));
    }

    ControllerState state() {
        return state;
    }

    Circumstances now() {
        return new Circumstances(1000 + journal.size(), () -> new UUID(7, ++ids), SETTINGS);
    }

    <R> R apply(Outcome<R> outcome) {
        journal.addAll(outcome.events());
        refused.addAll(outcome.refused());
        for (ControllerEvent event : outcome.events()) {
            state = ControllerLogic.evolve(state, event);
        }
        return outcome.reply();
    }

    World brokers(int... brokers) {
        for (int broker : brokers) {
            start(broker, null);
        }
        return this;
    }

    long start(int broker, @Nullable String rack) {
        RegisterBroker command = new RegisterBroker(
                broker,
                new UUID(broker, journal.size()),
                List.of(new Endpoint("PLAINTEXT", "127.0.0.1", 9090 + broker)),
                rack,
                this.<BrokerCommand>nobody(),
                this.<RegistrationReply>nobody());
        return apply(ControllerLogic.register(state, command, now()));
    }

    void kill(int broker) {
        apply(ControllerLogic.fence(state, List.of(broker), "killed", now()));
    }

    ShutdownReply shutDown(int broker) {
        return apply(ControllerLogic.shutDown(
                state, new ControlledShutdown(broker, epochOf(broker), this.<ShutdownReply>nobody()), now()));
    }

    long epochOf(int broker) {
        return Objects.requireNonNull(state.brokers().get(broker)).info().epoch();
    }

    TopicResult create(NewTopic topic) {
        return create(false, topic).getFirst();
    }

    List<TopicResult> create(boolean validateOnly, NewTopic... topics) {
        CreateTopics command = new CreateTopics(CLIENT, List.of(topics), validateOnly, this.<TopicResults>nobody());
        return apply(ControllerLogic.createTopics(state, command, now())).results();
    }

    /** A topic whose partitions have these replicas. */
    TopicId topic(String name, List<List<Integer>> replicas, Map<String, String> configs) {
        Map<Integer, List<Integer>> assignments = new HashMap<>();
        replicas.forEach(partition -> assignments.put(assignments.size(), partition));
        TopicResult result = create(new NewTopic(name, -1, -1, assignments, Map.copyOf(configs)));
        if (result.error() != ErrorCode.NONE || result.info() == null) {
            throw new AssertionError(result);
        }
        return result.info().id();
    }

    TopicId topic(String name, List<Integer> replicas) {
        return topic(name, List.of(replicas), Map.of());
    }

    static NewTopic newTopic(String name, int partitions, int replicas) {
        return new NewTopic(name, partitions, replicas, Map.of(), Map.of());
    }

    TopicResult delete(String name) {
        return delete(new TopicRef(name, null));
    }

    TopicResult delete(TopicRef topic) {
        DeleteTopics command = new DeleteTopics(CLIENT, List.of(topic), this.<TopicResults>nobody());
        return apply(ControllerLogic.deleteTopics(state, command, now()))
                .results()
                .getFirst();
    }

    TopicResult grow(NewPartitions wish, boolean validateOnly) {
        CreatePartitions command =
                new CreatePartitions(CLIENT, List.of(wish), validateOnly, this.<TopicResults>nobody());
        return apply(ControllerLogic.createPartitions(state, command, now()))
                .results()
                .getFirst();
    }

    /** A broker confirms that it has removed the files of a partition. */
    void removed(int broker, PartitionId partition) {
        apply(ControllerLogic.replicasUpdated(state, broker, List.of(partition), List.of(), now()));
    }

    /** The leader asks for that ISR. */
    ErrorCode isr(TopicId topic, int leader, List<Integer> isr) {
        PartitionState partition = partition(topic);
        return isr(
                leader,
                new IsrChange(
                        new TopicPartition(state.topics().topic(topic).name(), 0),
                        partition.leaderEpoch(),
                        partition.partitionEpoch(),
                        isr));
    }

    ErrorCode isr(int leader, IsrChange change) {
        AlterPartition command =
                new AlterPartition(leader, epochOf(leader), List.of(change), this.<AlterPartitionReply>nobody());
        AlterPartitionReply reply = apply(ControllerLogic.alterPartition(state, command, now()));
        return reply.partitions().values().stream().findFirst().orElseThrow().error();
    }

    ElectionResults elect(boolean unclean, @Nullable List<TopicPartition> partitions) {
        ElectLeaders command = new ElectLeaders(CLIENT, unclean, partitions, this.<ElectionResults>nobody());
        return apply(ControllerLogic.electLeaders(state, command, now()));
    }

    /** Other replicas for the partition, null to take that back. */
    ErrorCode reassign(TopicPartition partition, @Nullable List<Integer> replicas) {
        AlterReassignments command = new AlterReassignments(
                CLIENT, List.of(new ReassignmentWish(partition, replicas)), true, this.<ReassignmentResults>nobody());
        return Objects.requireNonNull(apply(ControllerLogic.reassign(state, command, now()))
                        .partitions()
                        .get(partition))
                .error();
    }

    ConfigResult alter(ConfigResource resource, ConfigChange.Op... ops) {
        AlterConfigs command = new AlterConfigs(
                CLIENT, List.of(new ConfigChange(resource, List.of(ops))), false, this.<ConfigResults>nobody());
        return apply(ControllerLogic.alterConfigs(state, command, now()))
                .results()
                .getFirst();
    }

    /** Partition 0. */
    PartitionState partition(TopicId topic) {
        return state.topics().partition(new PartitionId(topic, 0));
    }

    <T> ActorRef<T> nobody() {
        return TestInbox.<T>create().getRef();
    }
}
