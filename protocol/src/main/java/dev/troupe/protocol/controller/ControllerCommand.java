package dev.troupe.protocol.controller;

import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.RemoteMessage;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * What brokers ask of the controller. Send it to the singleton's proxy; while no controller is there the message waits or is
 * lost, so whoever asks sets a deadline and answers its client with a retriable error after it.
 */
public sealed interface ControllerCommand extends RemoteMessage {

    /** Asks for a decision, which is answered once. */
    sealed interface Change extends ControllerCommand {}

    /** Creates topics; answered once the brokers that lead their partitions serve them. */
    record CreateTopics(
            Requester requester, List<NewTopic> topics, boolean validateOnly, ActorRef<TopicResults> replyTo)
            implements Change {}

    /** Deletes topics; answered once metadata does not list them any more (R2). */
    record DeleteTopics(Requester requester, List<TopicRef> topics, ActorRef<TopicResults> replyTo) implements Change {}

    /** Adds partitions to topics. */
    record CreatePartitions(
            Requester requester, List<NewPartitions> topics, boolean validateOnly, ActorRef<TopicResults> replyTo)
            implements Change {}

    /** Changes configs of topics and brokers. */
    record AlterConfigs(
            Requester requester, List<ConfigChange> changes, boolean validateOnly, ActorRef<ConfigResults> replyTo)
            implements Change {}

    /** Asks for a block of producer ids that nobody else ever gets. */
    record AllocateProducerIds(int brokerId, long brokerEpoch, ActorRef<ProducerIdBlock> replyTo) implements Change {}

    /** A leader asks for another ISR. */
    record AlterPartition(
            int brokerId, long brokerEpoch, List<IsrChange> changes, ActorRef<AlterPartitionReply> replyTo)
            implements Change {}

    /**
     * Asks for elections (KIP-460).
     *
     * @param unclean whether a replica that is not in sync may lead where none other can
     * @param partitions which, or null for all
     */
    record ElectLeaders(
            Requester requester,
            boolean unclean,
            @Nullable List<TopicPartition> partitions,
            ActorRef<ElectionResults> replyTo)
            implements Change {}

    /**
     * Gives partitions other replicas, or takes that back (C13, KIP-455). Answered when the reassignments have begun.
     *
     * @param mayChangeFactor whether a partition may get more or fewer replicas than it has (KIP-860)
     */
    record AlterReassignments(
            Requester requester,
            List<ReassignmentWish> wishes,
            boolean mayChangeFactor,
            ActorRef<ReassignmentResults> replyTo)
            implements Change {}

    /**
     * A broker has started, or looks for its place with a new controller (C6). Refused with
     * {@link ErrorCode#DUPLICATE_BROKER_REGISTRATION} while another incarnation of that id is live.
     *
     * @param brokerId the node id
     * @param incarnation chosen anew at each start of the process
     * @param endpoints its Kafka listeners
     * @param rack where it stands, if told
     * @param broker where its orders go
     * @param replyTo hears the broker epoch
     */
    record RegisterBroker(
            int brokerId,
            UUID incarnation,
            List<Endpoint> endpoints,
            @Nullable String rack,
            ActorRef<BrokerCommand> broker,
            ActorRef<RegistrationReply> replyTo)
            implements ControllerCommand {
        public RegisterBroker {
            endpoints = List.copyOf(endpoints);
        }
    }

    /** A broker wants to stop: its leaderships are moved away first (C9). Answered when it leads nothing that another can lead. */
    record ControlledShutdown(int brokerId, long brokerEpoch, ActorRef<ShutdownReply> replyTo) implements Change {}

    /** Asks what the controller knows of itself (C14, R2). */
    record DescribeController(ActorRef<ControllerReport> replyTo) implements ControllerCommand {}

    /**
     * Answer to {@link RegisterBroker}.
     *
     * @param error why it was refused, or {@link ErrorCode#NONE}
     * @param message says who is in the way
     * @param brokerEpoch of this registration
     * @param controllerEpoch of the controller that answers
     * @param controller the controller itself, to be watched: when it ends, register with the next
     */
    record RegistrationReply(
            ErrorCode error,
            @Nullable String message,
            long brokerEpoch,
            int controllerEpoch,
            @Nullable ActorRef<ControllerCommand> controller)
            implements RemoteMessage {}

    /** Answer to {@link ControlledShutdown}: partitions that it still leads as nobody else can. */
    record ShutdownReply(ErrorCode error, List<TopicPartition> remaining) implements RemoteMessage {}

    /** Answer to everything about topics: one result for each topic asked for, in order. */
    record TopicResults(List<TopicResult> results) implements RemoteMessage {}

    /** Answer to {@link AlterConfigs}: one result for each resource, in order. */
    record ConfigResults(List<ConfigResult> results) implements RemoteMessage {}

    /** Producer ids {@code first} to {@code first + count - 1}, or an error and none. */
    record ProducerIdBlock(ErrorCode error, long first, int count) implements RemoteMessage {}

    /** For each partition asked for what holds now, or the error. */
    record AlterPartitionReply(ErrorCode error, Map<TopicPartition, PartitionOutcome> partitions)
            implements RemoteMessage {}

    /** What the controller decided of one partition. */
    record PartitionOutcome(ErrorCode error, @Nullable PartitionInfo info) {}

    /** Answer to {@link ElectLeaders}. */
    record ElectionResults(ErrorCode error, Map<TopicPartition, ElectionOutcome> partitions) implements RemoteMessage {}

    /** Answer to {@link AlterReassignments}: one for each partition asked for. */
    record ReassignmentResults(ErrorCode error, Map<TopicPartition, ReassignmentOutcome> partitions)
            implements RemoteMessage {}

    /** Whether one partition's reassignment has begun, and if not, why. */
    record ReassignmentOutcome(ErrorCode error, @Nullable String message) {}

    /** Whether one partition was elected, and if not, why. */
    record ElectionOutcome(ErrorCode error, @Nullable String message) {}
}
