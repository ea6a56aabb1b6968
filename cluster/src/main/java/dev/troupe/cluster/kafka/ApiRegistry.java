package dev.troupe.cluster.kafka;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/** The requests that are served. It feeds dispatch, and ApiVersions is computed from the same handlers (K2). */
public final class ApiRegistry {
    private final Map<ApiKeys, ApiHandler<ApiMessage, ApiMessage>> handlers = new EnumMap<>(ApiKeys.class);
    private final ApiHandler<ApiMessage, ApiMessage> unknownApiVersions;

    /**
     * @param handlers one for each request that is served
     * @param unknownApiVersions answers, in version 0, an ApiVersions request of a version that is not known
     */
    public ApiRegistry(Collection<? extends ApiHandler<?, ?>> handlers, ApiHandler<?, ?> unknownApiVersions) {
        this.unknownApiVersions = generic(unknownApiVersions);
        for (ApiHandler<?, ?> handler : handlers) {
            if (this.handlers.put(handler.key(), generic(handler)) != null) {
                throw new IllegalArgumentException("two handlers for " + handler.key());
            }
        }
    }

    /** The handler that serves the request in that version, if one does. */
    Optional<ApiHandler<ApiMessage, ApiMessage>> find(ApiKeys key, short version) {
        return Optional.ofNullable(handlers.get(key))
                .filter(handler -> version >= handler.oldest() && version <= handler.newest());
    }

    /** Answers, in version 0, an ApiVersions request of a version that is not known. */
    ApiHandler<ApiMessage, ApiMessage> unknownApiVersions() {
        return unknownApiVersions;
    }

    @SuppressWarnings("unchecked") // a handler's message types are those of its key
    private static ApiHandler<ApiMessage, ApiMessage> generic(ApiHandler<?, ?> handler) {
        return (ApiHandler<ApiMessage, ApiMessage>) handler;
    }
}
