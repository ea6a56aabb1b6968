package dev.troupe.persistence.metadata;

import dev.troupe.persistence.raft.RaftCodec;
import dev.troupe.persistence.raft.ReplicatedState;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.pekko.util.ByteString;

/** The journal as the state that a Raft group replicates. */
final class JournalMachine extends ReplicatedState {
    private final RaftCodec codec;
    private JournalState state = JournalState.EMPTY;

    JournalMachine(RaftCodec codec) {
        this.codec = codec;
    }

    JournalState state() {
        return state;
    }

    @Override
    protected Object apply(Object operation) {
        return switch (operation) {
            case JournalOperation change -> {
                JournalLogic.Decision decision = JournalLogic.apply(state, change);
                state = decision.state();
                yield decision.answer();
            }
            case JournalQuestion question -> JournalLogic.answer(state, question);
            default -> throw new IllegalArgumentException("not of the journal: " + operation.getClass());
        };
    }

    @Override
    protected ByteString snapshot() {
        return ByteString.fromArrayUnsafe(codec.write(JournalState.class, state));
    }

    @Override
    protected void restore(ByteString snapshot) {
        try {
            state = codec.read(JournalState.class, snapshot);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read a snapshot of the metadata journal", e);
        }
    }
}
