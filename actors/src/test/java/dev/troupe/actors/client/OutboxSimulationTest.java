package dev.troupe.actors.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.client.OutboxEffect.Delivered;
import dev.troupe.actors.client.OutboxEffect.GivenUp;
import dev.troupe.actors.client.OutboxEffect.Identify;
import dev.troupe.actors.client.OutboxEffect.Send;
import dev.troupe.protocol.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An outbox before a log that deduplicates as Kafka's do, whose leaders fail, whose answers get lost and which forgets producers:
 * whatever happens, no record is there twice, the order stays, and what is acknowledged is there.
 */
class OutboxSimulationTest {
    private static final int RECORDS = 60;

    private Random random = new Random();
    private long now;
    private OutboxState state = OutboxState.EMPTY;
    private final List<Long> log = new ArrayList<>();
    private final Map<Long, Deque<Batch>> producers = new HashMap<>();
    private final Map<Long, Long> acknowledged = new HashMap<>();
    private final Set<Long> givenUp = new HashSet<>();
    private long nextId = 100;

    private record Batch(int sequence, int count, long baseOffset) {}

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void noRecordIsThereTwiceAndWhatIsAcknowledgedIsThere(int block) {
        for (long seed = block * 250L; seed < (block + 1) * 250L; seed++) {
            run(seed);
            assertThat(log).as("seed %d", seed).doesNotHaveDuplicates().isSorted();
            for (Map.Entry<Long, Long> each : acknowledged.entrySet()) {
                assertThat(log.get(each.getValue().intValue()))
                        .as("seed %d", seed)
                        .isEqualTo(each.getKey());
            }
            assertThat(acknowledged.size() + givenUp.size()).as("seed %d", seed).isEqualTo(RECORDS);
        }
    }

    private void run(long seed) {
        random = new Random(seed);
        now = 0;
        state = OutboxState.EMPTY;
        log.clear();
        producers.clear();
        acknowledged.clear();
        givenUp.clear();
        for (long ticket = 1; ticket <= RECORDS; ticket++) {
            tell(new OutboxInput.Add(new Parcel(ticket, 1, now + 5 + random.nextInt(60))));
            while (random.nextInt(3) == 0) {
                step();
            }
        }
        for (int i = 0; i < 500 && acknowledged.size() + givenUp.size() < RECORDS; i++) {
            step();
        }
    }

    private void step() {
        now++;
        if (random.nextInt(40) == 0 && state.phase() != OutboxState.Phase.UNCERTAIN) {
            // A producer is forgotten after a day of silence; no delivery takes so long.
            producers.clear();
        }
        tell(new OutboxInput.Ready());
    }

    private void tell(OutboxInput input) {
        OutboxLogic.Step step = OutboxLogic.decide(state, input, now);
        state = step.state();
        step.effects().forEach(this::carryOut);
    }

    private void carryOut(OutboxEffect effect) {
        switch (effect) {
            case Identify _ ->
                tell(random.nextInt(5) == 0 ? new OutboxInput.NotIdentified() : new OutboxInput.Identified(nextId++));
            case Send send -> tell(answer(send));
            case Delivered(long ticket, long offset) -> acknowledged.put(ticket, offset);
            case GivenUp(long ticket, ErrorCode _, String _) -> givenUp.add(ticket);
        }
    }

    private OutboxInput answer(Send send) {
        return switch (random.nextInt(6)) {
            // The request is lost, or the leader is none any more.
            case 0 -> new OutboxInput.Failed();
            // It is written, but nobody hears of it.
            case 1 -> {
                append(send);
                yield new OutboxInput.Failed();
            }
            default -> append(send);
        };
    }

    private OutboxInput append(Send send) {
        Deque<Batch> known = producers.get(send.producerId());
        if (known == null) {
            if (send.sequence() != 0) {
                return new OutboxInput.Refused(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, "not known");
            }
            known = new ArrayDeque<>();
            producers.put(send.producerId(), known);
        }
        for (Batch each : known) {
            if (each.sequence() == send.sequence()
                    && each.count() == send.tickets().size()) {
                return new OutboxInput.Written(each.baseOffset());
            }
        }
        int expected = known.isEmpty()
                ? 0
                : known.getLast().sequence() + known.getLast().count();
        if (send.sequence() != expected) {
            return new OutboxInput.Refused(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, "batches are missing");
        }
        known.add(new Batch(send.sequence(), send.tickets().size(), log.size()));
        if (known.size() > 5) {
            known.removeFirst();
        }
        log.addAll(send.tickets());
        return new OutboxInput.Written(known.getLast().baseOffset());
    }
}
