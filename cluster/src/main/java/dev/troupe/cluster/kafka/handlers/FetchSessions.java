package dev.troupe.cluster.kafka.handlers;

import dev.troupe.protocol.ErrorCode;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.message.FetchRequestData;

/**
 * The fetch sessions of this node (KIP-227): clients name what they want once, and hear of what changed.
 *
 * <p>Their number is bounded. When all are taken, the one that has been unused for longest gives way if that is long enough;
 * otherwise a client goes on without a session and loses nothing but bandwidth.
 */
public final class FetchSessions {
    private static final int FINAL_EPOCH = -1;
    private static final int INITIAL_EPOCH = 0;

    private final FetchSettings settings;
    private final LongSupplier nanoTime;
    private final RandomGenerator ids;
    private final ConcurrentMap<Integer, FetchScope> sessions = new ConcurrentHashMap<>();

    public FetchSessions(FetchSettings settings, LongSupplier nanoTime, RandomGenerator ids) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.ids = ids;
    }

    /** How many there are. */
    public int count() {
        return sessions.size();
    }

    /** What a fetch is about, or why not. */
    sealed interface Opened {}

    /** Its scope, brought up to date by the request; {@code full} if the response has to mention everything. */
    record Open(FetchScope scope, boolean full) implements Opened {}

    /** The session is not there, or not in that epoch. */
    record Refused(ErrorCode error) implements Opened {}

    Opened open(FetchRequestData request, boolean byTopicId) {
        int id = request.sessionId();
        int epoch = request.sessionEpoch();
        if (epoch == FINAL_EPOCH || epoch == INITIAL_EPOCH) {
            close(id);
            return full(epoch == INITIAL_EPOCH ? create(byTopicId) : without(byTopicId), request);
        }
        FetchScope session = sessions.get(id);
        if (session == null) {
            return new Refused(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
        }
        if (session.isByTopicId() != byTopicId) {
            return new Refused(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR);
        }
        if (!session.take(epoch, nanoTime.getAsLong())) {
            return new Refused(ErrorCode.INVALID_FETCH_SESSION_EPOCH);
        }
        session.update(request);
        if (session.isEmpty()) {
            close(id);
            return new Open(without(byTopicId), true);
        }
        return new Open(session, false);
    }

    private static Open full(FetchScope scope, FetchRequestData request) {
        scope.update(request);
        return new Open(scope, true);
    }

    private FetchScope without(boolean byTopicId) {
        return new FetchScope(FetchScope.NO_SESSION, byTopicId, nanoTime.getAsLong());
    }

    private void close(int id) {
        FetchScope session = sessions.remove(id);
        if (session != null) {
            session.close();
        }
    }

    private synchronized FetchScope create(boolean byTopicId) {
        long now = nanoTime.getAsLong();
        if (sessions.size() >= settings.maxSessions() && !evictOne(now)) {
            return without(byTopicId);
        }
        int id = ids.nextInt(1, Integer.MAX_VALUE);
        while (sessions.containsKey(id)) {
            id = ids.nextInt(1, Integer.MAX_VALUE);
        }
        FetchScope session = new FetchScope(id, byTopicId, now);
        sessions.put(id, session);
        return session;
    }

    private boolean evictOne(long now) {
        FetchScope oldest = null;
        for (FetchScope session : sessions.values()) {
            if (oldest == null || session.usedNanos() - oldest.usedNanos() < 0) {
                oldest = session;
            }
        }
        if (oldest == null
                || now - oldest.usedNanos() < settings.sessionEviction().toNanos()) {
            return false;
        }
        close(oldest.sessionId());
        return true;
    }
}
