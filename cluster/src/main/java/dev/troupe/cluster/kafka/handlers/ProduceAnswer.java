package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.partition.PartitionCommand.AppendListener;
import dev.troupe.cluster.kafka.RefusedUnanswered;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.AppendResult.Appended;
import dev.troupe.persistence.log.AppendResult.RecordError;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.BatchIndexAndErrorMessage;
import org.apache.kafka.common.message.ProduceResponseData.LeaderIdAndEpoch;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.Errors;

/**
 * The response to one produce request in the making: laid out before anything is sent to a partition, filled in by the
 * partitions' threads, each its own part, and completed by the last of them.
 */
final class ProduceAnswer {
    /** From this version on an answer can tell who leads (KIP-951). */
    private static final short FIRST_WITH_HINTS = 10;

    private final RequestContext context;
    private final LeaderHints hints;
    private final short acks;
    private final CompletableFuture<ProduceResponseData> future;
    private final ProduceResponseData response = new ProduceResponseData();
    private final List<Part> parts;
    private final AtomicInteger missing;

    ProduceAnswer(
            RequestContext context,
            LeaderHints hints,
            short acks,
            int partitions,
            CompletableFuture<ProduceResponseData> future) {
        this.context = context;
        this.hints = hints;
        this.acks = acks;
        this.future = future;
        this.parts = new ArrayList<>(partitions);
        // One more for the request's own thread: a fast partition must not complete what is not laid out yet.
        this.missing = new AtomicInteger(partitions + 1);
    }

    /** The place of a topic's results. */
    TopicProduceResponse topic(TopicProduceData topic) {
        TopicProduceResponse result =
                new TopicProduceResponse().setName(topic.name()).setTopicId(topic.topicId());
        response.responses().add(result);
        return result;
    }

    /** The place of one partition's result. */
    Part part(TopicProduceResponse topic, int index) {
        Part part = new Part(topic, index);
        topic.partitionResponses().add(part.data);
        parts.add(part);
        return part;
    }

    /** Every partition has its place and its message. */
    void allSent() {
        done();
    }

    private void done() {
        if (missing.decrementAndGet() == 0) {
            if (acks == 0) {
                completeUnanswered();
            } else {
                future.complete(response());
            }
        }
    }

    private void completeUnanswered() {
        for (Part part : parts) {
            if (part.data.errorCode() != 0) {
                future.completeExceptionally(new RefusedUnanswered("produce with acks=0 to " + part.topic.name() + "-"
                        + part.data.index() + " failed with " + Errors.forCode(part.data.errorCode())));
                return;
            }
        }
        future.complete(response);
    }

    private ProduceResponseData response() {
        for (Part part : parts) {
            hint(part);
        }
        return response;
    }

    private void hint(Part part) {
        if (context.version() >= FIRST_WITH_HINTS && part.data.errorCode() == ErrorCode.NOT_LEADER_OR_FOLLOWER.code()) {
            hints.leader(part.topic.name(), part.topic.topicId(), part.data.index())
                    .ifPresent(leader -> {
                        part.data.setCurrentLeader(new LeaderIdAndEpoch()
                                .setLeaderId(leader.leader())
                                .setLeaderEpoch(leader.leaderEpoch()));
                        hints.addEndpoint(response.nodeEndpoints(), leader.leader(), context.listener());
                    });
        }
    }

    /** One partition's part. */
    final class Part implements AppendListener {
        private final TopicProduceResponse topic;
        private final PartitionProduceResponse data;

        private Part(TopicProduceResponse topic, int index) {
            this.topic = topic;
            this.data = new PartitionProduceResponse()
                    .setIndex(index)
                    .setBaseOffset(-1)
                    .setLogAppendTimeMs(-1)
                    .setLogStartOffset(-1);
        }

        /** It did not get as far as the partition. */
        void refused(ErrorCode error) {
            data.setErrorCode(error.code());
            done();
        }

        @Override
        public void appended(AppendResult result) {
            switch (result) {
                case Appended appended ->
                    data.setBaseOffset(appended.baseOffset())
                            .setLogAppendTimeMs(appended.logAppendTimeMs())
                            .setLogStartOffset(appended.logStartOffset());
                case Refused refused -> {
                    data.setErrorCode(refused.error().code()).setErrorMessage(refused.message());
                    for (RecordError error : refused.recordErrors()) {
                        data.recordErrors()
                                .add(new BatchIndexAndErrorMessage()
                                        .setBatchIndex(error.index())
                                        .setBatchIndexErrorMessage(error.message()));
                    }
                }
            }
            done();
        }
    }
}
