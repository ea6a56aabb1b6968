package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.GroupRequest.FetchOffsets;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.message.OffsetFetchResponseData;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponseGroup;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * OffsetFetch, versions 1 to 10 (BEHAVIOUR G11).
 *
 * <ul>
 *   <li>1 has no error but in each partition, and clients take silence for "no offset". 2: all partitions may be asked for.
 *   <li>5: the leader epoch. 7: whether offsets of open transactions hold the answer up. 8: many groups (KIP-709).
 *   <li>10: topics by id (KIP-848).
 * </ul>
 */
public final class OffsetFetchHandler implements ApiHandler<OffsetFetchRequestData, OffsetFetchResponseData> {
    private static final short MANY_GROUPS = 8;

    private final Groups groups;
    private final MetadataCache metadata;

    public OffsetFetchHandler(Groups groups, MetadataCache metadata) {
        this.groups = groups;
        this.metadata = metadata;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.OFFSET_FETCH;
    }

    @Override
    public CompletionStage<OffsetFetchResponseData> handle(RequestContext context, OffsetFetchRequestData request) {
        if (context.version() < MANY_GROUPS) {
            return groups.ask(request.groupId(), new FetchOffsets())
                    .thenApply(fetched -> FetchedOffsetsWriter.single(request, fetched, context.version()));
        }
        FetchedOffsetsWriter writer = new FetchedOffsetsWriter(metadata.current(), context.version());
        List<CompletableFuture<OffsetFetchResponseGroup>> answers = request.groups().stream()
                .map(group -> fetch(group, writer).toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> new OffsetFetchResponseData()
                        .setGroups(answers.stream().map(CompletableFuture::join).toList()));
    }

    private CompletionStage<OffsetFetchResponseGroup> fetch(
            OffsetFetchRequestGroup group, FetchedOffsetsWriter writer) {
        return groups.ask(group.groupId(), new FetchOffsets()).thenApply(fetched -> writer.group(group, fetched));
    }
}
