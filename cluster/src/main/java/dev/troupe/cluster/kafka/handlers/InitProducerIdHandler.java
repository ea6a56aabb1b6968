package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.producer.ProducerIdCommand;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * InitProducerId, v0 to v5 (L13): an id of its own for every producer that is idempotent. v3 lets a producer say the id it had,
 * which matters to transactional ones only. v6 is not stable in Kafka and not advertised. Transactions are not supported: a
 * transactional id is refused for good, so that the client fails at once instead of trying on.
 */
public final class InitProducerIdHandler implements ApiHandler<InitProducerIdRequestData, InitProducerIdResponseData> {
    private final ActorRef<ProducerIdCommand> producerIds;

    public InitProducerIdHandler(ActorRef<ProducerIdCommand> producerIds) {
        this.producerIds = producerIds;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.INIT_PRODUCER_ID;
    }

    @Override
    public short newest() {
        return 5;
    }

    @Override
    public CompletionStage<InitProducerIdResponseData> handle(
            RequestContext context, InitProducerIdRequestData request) {
        if (request.transactionalId() != null) {
            ErrorCode error =
                    request.transactionalId().isEmpty() ? ErrorCode.INVALID_REQUEST : ErrorCode.UNSUPPORTED_VERSION;
            return CompletableFuture.completedFuture(response(error, -1));
        }
        CompletableFuture<InitProducerIdResponseData> future = new CompletableFuture<>();
        producerIds.tell(new ProducerIdCommand.Next((error, id) -> future.complete(response(error, id))));
        return future;
    }

    private static InitProducerIdResponseData response(ErrorCode error, long id) {
        return new InitProducerIdResponseData()
                .setErrorCode(error.code())
                .setProducerId(id)
                .setProducerEpoch((short) (error == ErrorCode.NONE ? 0 : -1));
    }
}
