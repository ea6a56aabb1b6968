package dev.troupe.persistence.raft;

import dev.troupe.protocol.Persisted;
import io.microraft.statemachine.StateMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.pekko.util.ByteString;

/**
 * What a Raft group replicates. A subclass applies operations and answers questions; snapshots are cut here into pieces small
 * enough to travel.
 */
public abstract class ReplicatedState implements StateMachine {
    private static final int CHUNK_BYTES = 128 * 1024;

    /** The first entry of a leader's term. */
    public record NewTerm() implements Persisted {}

    /** Applies a committed operation, or answers a question, which must change nothing. */
    protected abstract Object apply(Object operation);

    /** All of the state. */
    protected abstract ByteString snapshot();

    /** Replaces all of the state. */
    protected abstract void restore(ByteString snapshot);

    @Override
    public final Object runOperation(long commitIndex, Object operation) {
        return operation instanceof NewTerm ? operation : apply(operation);
    }

    @Override
    public final void takeSnapshot(long commitIndex, Consumer<Object> chunks) {
        ByteString all = snapshot();
        int from = 0;
        do {
            chunks.accept(all.slice(from, from + CHUNK_BYTES));
            from += CHUNK_BYTES;
        } while (from < all.length());
    }

    @Override
    public final void installSnapshot(long commitIndex, List<Object> chunks) {
        List<ByteString> pieces = new ArrayList<>();
        chunks.forEach(chunk -> pieces.add((ByteString) chunk));
        restore(pieces.stream().reduce(ByteString.emptyByteString(), ByteString::concat));
    }

    @Override
    public final Object getNewTermOperation() {
        return new NewTerm();
    }
}
