package dev.troupe.actors.client;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.client.ClientReply.OffsetFound;
import dev.troupe.actors.client.ClientReply.Produced;
import dev.troupe.actors.client.ClientReply.ProducerIdGiven;
import dev.troupe.actors.client.ClientReply.ReadDone;
import dev.troupe.actors.client.ClientRequest.AskGroup;
import dev.troupe.actors.client.ClientRequest.CreateTopic;
import dev.troupe.actors.client.ClientRequest.DeleteTopic;
import dev.troupe.actors.client.ClientRequest.DescribeTopic;
import dev.troupe.actors.client.ClientRequest.FindCoordinator;
import dev.troupe.actors.client.ClientRequest.FindOffset;
import dev.troupe.actors.client.ClientRequest.ListGroups;
import dev.troupe.actors.client.ClientRequest.ListTopics;
import dev.troupe.actors.client.ClientRequest.NewProducerId;
import dev.troupe.actors.client.ClientRequest.Produce;
import dev.troupe.actors.client.ClientRequest.Read;
import dev.troupe.actors.group.Groups;
import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.actors.producer.ProducerIdCommand;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.FoundOffset;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.Requester;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Scheduler;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where applications' nodes find a broker: always at the same place, it passes their requests on to partitions and controller. */
public final class ClientGateway {
    /** Its name below the guardian, the same on every node. */
    public static final String NAME = "clients";

    private static final Logger LOG = LoggerFactory.getLogger(ClientGateway.class);
    private static final short ALL_IN_SYNC = -1;

    private final Parts parts;
    private final Scheduler scheduler;
    private final TopicGate topics;
    private final GroupGate groups;

    private ClientGateway(Parts parts, Scheduler scheduler) {
        this.parts = parts;
        this.scheduler = scheduler;
        this.topics = new TopicGate(parts.metadata(), parts.controller());
        this.groups = new GroupGate(parts.groups(), parts.metadata(), parts.offsetsTopic(), parts.clock());
    }

    /**
     * What it works with.
     *
     * @param hosted the replicas on this node
     * @param metadata the cluster as this node knows it
     * @param controller leads to the controller
     * @param groups those that this node coordinates
     * @param offsetsTopic creates what groups are kept in, for whoever needs it first
     * @param producerIds hands out ids to idempotent producers
     * @param files runs what reads files
     * @param clock wall clock
     * @param nanoTime monotonic time
     */
    public record Parts(
            HostedPartitions hosted,
            MetadataCache metadata,
            ActorRef<ControllerCommand> controller,
            Groups groups,
            Consumer<Requester> offsetsTopic,
            ActorRef<ProducerIdCommand> producerIds,
            Executor files,
            InstantSource clock,
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
            case DescribeTopic describe -> topics.describe(describe);
            case ListTopics list -> topics.list(list);
            case CreateTopic create -> topics.create(create);
            case DeleteTopic delete -> topics.delete(delete);
            case NewProducerId next -> giveProducerId(next);
            case Produce produce -> append(produce);
            case Read read -> read(read);
            case FindOffset find -> parts.files().execute(() -> find(find));
            case FindCoordinator find -> groups.find(find);
            case AskGroup ask -> groups.ask(ask);
            case ListGroups list -> groups.list(list);
        }
    }

    private void giveProducerId(NewProducerId next) {
        parts.producerIds()
                .tell(new ProducerIdCommand.Next((error, id) -> next.replyTo().tell(new ProducerIdGiven(error, id))));
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

    private void find(FindOffset find) {
        Optional<LogView> log = parts.hosted()
                .get(find.partition())
                .filter(ClientGateway::leads)
                .map(replica -> replica.view().log());
        if (log.isEmpty()) {
            find.replyTo().tell(new OffsetFound(ErrorCode.NOT_LEADER_OR_FOLLOWER, -1));
            return;
        }
        try {
            long offset = offsetOf(find.timestampMs(), log.get());
            find.replyTo().tell(new OffsetFound(ErrorCode.NONE, offset));
        } catch (IOException e) {
            LOG.warn("Searching {} for {} failed: {}", find.partition(), find.timestampMs(), e.toString());
            find.replyTo().tell(new OffsetFound(ErrorCode.KAFKA_STORAGE_ERROR, -1));
        }
    }

    private static long offsetOf(long timestampMs, LogView log) throws IOException {
        if (timestampMs == ClientRequest.EARLIEST) {
            return log.logStartOffset();
        }
        if (timestampMs == ClientRequest.LATEST) {
            return log.highWatermark();
        }
        return log.firstAtOrAfter(timestampMs, log.highWatermark())
                .map(FoundOffset::offset)
                .orElse(-1L);
    }

    static boolean leads(HostedPartition replica) {
        return replica.view().role() == Role.LEADER && replica.view().log() != null;
    }
}
