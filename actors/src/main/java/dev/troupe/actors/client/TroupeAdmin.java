package dev.troupe.actors.client;

import dev.troupe.actors.client.ClientReply.GroupsListed;
import dev.troupe.actors.client.ClientReply.OffsetFound;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientReply.TopicsListed;
import dev.troupe.actors.client.ClientRequest.CreateTopic;
import dev.troupe.actors.client.ClientRequest.DeleteTopic;
import dev.troupe.actors.client.ClientRequest.ListGroups;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.TopicResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.pattern.Patterns;

/**
 * Topics and groups, looked at and changed (BEHAVIOUR A1, A5). Stages fail with {@link TroupeException} where that is refused;
 * what passes by itself, such as a leader's change, is waited for.
 */
public final class TroupeAdmin {
    private static final Duration CHANGE = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final int ATTEMPTS = 100;

    private final ActorSystem<?> system;
    private final Brokers brokers;
    private final TopicClient topics;

    TroupeAdmin(ActorSystem<?> system, Brokers brokers) {
        this.system = system;
        this.brokers = brokers;
        this.topics = new TopicClient(system, brokers);
    }

    /**
     * Has a topic created.
     *
     * @param partitions how many, or -1 for the broker's default
     * @param replicationFactor how many replicas each, or -1 for the broker's default
     * @return says with which error where it was not, such as {@link ErrorCode#TOPIC_ALREADY_EXISTS}
     */
    public CompletionStage<TopicResult> createTopic(String topic, int partitions, int replicationFactor) {
        return change(replyTo -> new CreateTopic(topic, partitions, replicationFactor, replyTo));
    }

    /** Has a topic deleted; says with which error where it was not. */
    public CompletionStage<TopicResult> deleteTopic(String topic) {
        return change(replyTo -> new DeleteTopic(topic, replyTo));
    }

    private CompletionStage<TopicResult> change(Function<ActorRef<TopicResults>, ClientRequest> request) {
        return anyBroker(ATTEMPTS)
                .thenCompose(broker ->
                        AskPattern.<ClientRequest, TopicResults>ask(broker, request::apply, CHANGE, system.scheduler()))
                .thenApply(results -> results.results().getFirst());
    }

    /** An application that has just started may have to wait until it is a member and knows of brokers. */
    private CompletionStage<ActorRef<ClientRequest>> anyBroker(int left) {
        return brokers.all().isEmpty() && left > 1
                ? Patterns.after(AGAIN, system.classicSystem(), () -> anyBroker(left - 1))
                : CompletableFuture.completedFuture(brokers.any());
    }

    /** All topics. */
    public CompletionStage<List<TopicsListed.Topic>> topics() {
        return untilDone(topics::list, "the topics").thenApply(TopicsListed::topics);
    }

    /** Who leads a topic's partitions: broker ids in order, -1 where nobody does. */
    public CompletionStage<List<Integer>> leaders(String topic) {
        return untilDone(() -> topics.describe(topic), "topic " + topic).thenApply(TopicDescribed::leaders);
    }

    /** The first offset that a partition still has. */
    public CompletionStage<Long> earliest(TopicPartition partition) {
        return find(partition, ClientRequest.EARLIEST);
    }

    /** The offset that comes next, of those that are on all in-sync replicas. */
    public CompletionStage<Long> latest(TopicPartition partition) {
        return find(partition, ClientRequest.LATEST);
    }

    /** The offset of the first record of that time or later, -1 where there is none. */
    public CompletionStage<Long> offsetAt(TopicPartition partition, Instant time) {
        return find(partition, time.toEpochMilli());
    }

    private CompletionStage<Long> find(TopicPartition partition, long time) {
        return untilDone(
                        () -> leaders(partition.topic())
                                .thenCompose(leaders -> partition.partition() < leaders.size()
                                        ? topics.find(leaders.get(partition.partition()), partition, time)
                                        : CompletableFuture.completedFuture(
                                                new OffsetFound(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, -1))),
                        partition.toString())
                .thenApply(OffsetFound::offset);
    }

    /** All groups of the cluster. */
    public CompletionStage<List<GroupsListed.Group>> groups() {
        return untilDone(this::listGroups, "the groups").thenApply(GroupsListed::groups);
    }

    private CompletionStage<GroupsListed> listGroups() {
        CompletionStage<GroupsListed> all =
                CompletableFuture.completedFuture(new GroupsListed(ErrorCode.NONE, List.of()));
        for (ActorRef<ClientRequest> broker : brokers.all()) {
            CompletionStage<GroupsListed> one = AskPattern.<ClientRequest, GroupsListed>ask(
                            broker, ListGroups::new, USUAL, system.scheduler())
                    .exceptionally(_ -> new GroupsListed(ErrorCode.REQUEST_TIMED_OUT, List.of()));
            all = all.thenCombine(one, TroupeAdmin::both);
        }
        return all;
    }

    private static GroupsListed both(GroupsListed some, GroupsListed others) {
        List<GroupsListed.Group> groups = new ArrayList<>(some.groups());
        groups.addAll(others.groups());
        return new GroupsListed(some.error() == ErrorCode.NONE ? others.error() : some.error(), groups);
    }

    /** A group with its members. */
    public CompletionStage<GroupReply.Described> group(String group) {
        return ask(group, new GroupRequest.Describe());
    }

    /** What a group has committed: the offset of the next record, by partition. */
    public CompletionStage<Map<TopicPartition, Long>> committed(String group) {
        return ask(group, new GroupRequest.FetchOffsets()).thenApply(fetched -> {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            fetched.offsets().forEach((partition, committed) -> offsets.put(partition, committed.offset()));
            return offsets;
        });
    }

    /** Commits for a group that has no members. */
    public CompletionStage<Done> commit(String group, Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, CommittedOffset> committed = new HashMap<>();
        offsets.forEach((partition, offset) -> committed.put(partition, CommittedOffset.of(offset)));
        return ask(group, new GroupRequest.Commit("", null, -1, committed)).thenApply(_ -> Done.getInstance());
    }

    /** Deletes a group that has no members, with all that it has committed. */
    public CompletionStage<Done> deleteGroup(String group) {
        return ask(group, new GroupRequest.Delete()).thenApply(_ -> Done.getInstance());
    }

    private <R extends GroupReply> CompletionStage<R> ask(String group, GroupRequest<R> request) {
        GroupClient client = new GroupClient(system, brokers, group);
        return attempt(() -> client.ask(request, USUAL), GroupReply::error, "group " + group, ATTEMPTS);
    }

    private <R extends ClientReply> CompletionStage<R> untilDone(Supplier<CompletionStage<R>> question, String of) {
        return attempt(question, ClientReply::error, of, ATTEMPTS);
    }

    private <R> CompletionStage<R> attempt(
            Supplier<CompletionStage<R>> question, Function<R, ErrorCode> errorOf, String of, int left) {
        return question.get().thenCompose(reply -> {
            ErrorCode error = errorOf.apply(reply);
            if (error == ErrorCode.NONE) {
                return CompletableFuture.completedFuture(reply);
            }
            return Brokers.passes(error) && left > 1
                    ? Patterns.after(AGAIN, system.classicSystem(), () -> attempt(question, errorOf, of, left - 1))
                    : CompletableFuture.failedFuture(new TroupeException(error, "asking for " + of));
        });
    }
}
