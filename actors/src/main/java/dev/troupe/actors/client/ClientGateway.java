package dev.troupe.actors.client;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.client.ClientReply.Produced;
import dev.troupe.actors.client.ClientReply.ReadDone;
import dev.troupe.actors.client.ClientReply.TopicDescribed;
import dev.troupe.actors.client.ClientRequest.CreateTopic;
import dev.troupe.actors.client.ClientRequest.DescribeTopic;
import dev.troupe.actors.client.ClientRequest.Produce;
import dev.troupe.actors.client.ClientRequest.Read;
import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.Requester;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Scheduler;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Where applications' nodes find a broker: always at the same place, it passes their requests on to partitions and controller. */
public final class ClientGateway {
    /** Its name below the guardian, the same on every node. */
    public static final String NAME = "clients";

    private static final short ALL_IN_SYNC = -1;

    private final Parts parts;
    private final Scheduler scheduler;

    private ClientGateway(Parts parts, Scheduler scheduler) {
        this.parts = parts;
        this.scheduler = scheduler;
    }

    /**
     * What it works with.
     *
     * @param hosted the replicas on this node
     * @param metadata the cluster as this node knows it
     * @param controller leads to the controller
     * @param files runs what reads files
     * @param nanoTime monotonic time
     */
    public record Parts(
            HostedPartitions hosted,
            MetadataCache metadata,
            ActorRef<ControllerCommand> controller,
            Executor files,
            LongSupplier nanoTime) {}

    /** A broker's gateway. */
    public static Behavior<ClientRequest> create(Parts parts) {
        return Behaviors.setup(actor -> {
            ClientGateway gateway = new ClientGateway(parts, actor.getSystem().scheduler());
            return Behaviors.receiveMessage(request -> {
                gateway.handle(request);
                return Behaviors.same();
            });
        });
    }

    private void handle(ClientRequest request) {
        switch (request) {
            case DescribeTopic describe -> describe.replyTo().tell(leaders(describe.topic()));
            case CreateTopic create -> create(create);
            case Produce produce -> append(produce);
            case Read read -> read(read);
        }
    }

    private TopicDescribed leaders(String topic) {
        ClusterImage image = parts.metadata().current();
        return image.topic(topic)
                .map(info -> new TopicDescribed(
                        ErrorCode.NONE,
                        info.partitions().stream().map(PartitionInfo::leader).toList()))
                .orElseGet(() -> new TopicDescribed(
                        // A broker that has just started knows of no topic yet.
                        image.controllerEpoch() == 0
                                ? ErrorCode.LEADER_NOT_AVAILABLE
                                : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                        List.of()));
    }

    private void create(CreateTopic create) {
        NewTopic topic =
                new NewTopic(create.topic(), create.partitions(), create.replicationFactor(), Map.of(), Map.of());
        Requester requester =
                new Requester("actor api", create.replyTo().path().address().toString());
        parts.controller().tell(new ControllerCommand.CreateTopics(requester, List.of(topic), false, create.replyTo()));
    }

    private void append(Produce produce) {
        Optional<HostedPartition> leader =
                parts.hosted().get(produce.partition()).filter(ClientGateway::leads);
        if (leader.isEmpty()) {
            produce.replyTo().tell(Produced.failed(ErrorCode.NOT_LEADER_OR_FOLLOWER, "another broker leads it"));
            return;
        }
        long deadline = parts.nanoTime().getAsLong() + TimeUnit.MILLISECONDS.toNanos(produce.timeoutMs());
        // A copy, as the partition writes offsets and epoch into it.
        ByteBuffer batch = ByteBuffer.wrap(produce.batch().toArray());
        leader.get()
                .actor()
                .tell(new Append(
                        batch,
                        ALL_IN_SYNC,
                        deadline,
                        result -> produce.replyTo().tell(produced(result))));
    }

    private static Produced produced(AppendResult result) {
        return switch (result) {
            case AppendResult.Appended done -> new Produced(ErrorCode.NONE, "", done.baseOffset());
            case AppendResult.Refused refused -> Produced.failed(refused.error(), refused.message());
        };
    }

    private void read(Read read) {
        Optional<HostedPartition> leader = parts.hosted().get(read.partition()).filter(ClientGateway::leads);
        if (leader.isEmpty()) {
            read.replyTo().tell(ReadDone.failed(ErrorCode.NOT_LEADER_OR_FOLLOWER, read.offset()));
            return;
        }
        WaitingRead.start(read, leader.get(), scheduler, parts.files());
    }

    static boolean leads(HostedPartition replica) {
        return replica.view().role() == Role.LEADER && replica.view().log() != null;
    }
}
