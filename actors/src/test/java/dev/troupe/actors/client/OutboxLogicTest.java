package dev.troupe.actors.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.client.OutboxEffect.Delivered;
import dev.troupe.actors.client.OutboxEffect.GivenUp;
import dev.troupe.actors.client.OutboxEffect.Identify;
import dev.troupe.actors.client.OutboxEffect.Send;
import dev.troupe.actors.client.OutboxInput.Add;
import dev.troupe.actors.client.OutboxInput.Failed;
import dev.troupe.actors.client.OutboxInput.Identified;
import dev.troupe.actors.client.OutboxInput.NotIdentified;
import dev.troupe.actors.client.OutboxInput.Ready;
import dev.troupe.actors.client.OutboxInput.Refused;
import dev.troupe.actors.client.OutboxInput.Written;
import dev.troupe.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How records of one partition get their numbers. */
class OutboxLogicTest {
    private static final long DEADLINE = 1_000;

    private OutboxState state = OutboxState.EMPTY;
    private long now;

    @Test
    void asksForAProducerIdBeforeItSendsTheFirstBatch() {
        add(1, 2);
        assertThat(tell(new Ready())).containsExactly(new Identify(false));
        assertThat(tell(new Ready())).isEmpty();

        tell(new Identified(70));

        assertThat(tell(new Ready())).containsExactly(new Send(70, 0, List.of(1L, 2L)));
    }

    @Test
    void asksAgainWhereNoIdCouldBeHad() {
        add(1);
        tell(new Ready());
        tell(new NotIdentified());

        assertThat(tell(new Ready())).containsExactly(new Identify(false));
    }

    @Test
    void sequenceNumbersGoOnFromBatchToBatch() {
        sent(1, 2);
        add(3);
        assertThat(tell(new Written(40))).containsExactly(new Delivered(1, 40), new Delivered(2, 41));

        assertThat(tell(new Ready())).containsExactly(new Send(70, 2, List.of(3L)));
    }

    @Test
    void whatMayBeThereAlreadyIsSentAgainUnderTheSameNumbersAndNothingIsAddedToIt() {
        sent(1, 2);
        add(3);
        tell(new Failed());

        assertThat(tell(new Ready())).containsExactly(new Send(70, 0, List.of(1L, 2L)));
    }

    @Test
    void whatIsGivenUpWithoutKnowingCostsTheProducerItsId() {
        sent(1);
        add(2);
        tell(new Failed());
        now = DEADLINE;

        assertThat(tell(new Ready()))
                .containsExactly(
                        new GivenUp(1, ErrorCode.REQUEST_TIMED_OUT, "no broker has taken it in time"),
                        new GivenUp(2, ErrorCode.REQUEST_TIMED_OUT, "no broker could be reached in time"));
        now = 0;
        add(3);
        assertThat(tell(new Ready())).containsExactly(new Identify(true));
    }

    @Test
    void aFirstAttemptThatIsRefusedUsesUpNoNumbers() {
        sent(1);
        add(2);
        assertThat(tell(new Refused(ErrorCode.MESSAGE_TOO_LARGE, "too large")))
                .containsExactly(new GivenUp(1, ErrorCode.MESSAGE_TOO_LARGE, "too large"));

        assertThat(tell(new Ready())).containsExactly(new Send(70, 0, List.of(2L)));
    }

    @Test
    void aLaterAttemptThatIsRefusedCostsTheId() {
        sent(1);
        tell(new Failed());
        tell(new Ready());
        tell(new Refused(ErrorCode.MESSAGE_TOO_LARGE, "too large"));
        add(2);

        assertThat(tell(new Ready())).containsExactly(new Identify(true));
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"OUT_OF_ORDER_SEQUENCE_NUMBER", "UNKNOWN_PRODUCER_ID", "INVALID_PRODUCER_EPOCH"})
    void numbersThatALogDoesNotKnowCostTheId(ErrorCode error) {
        sent(1);
        tell(new Refused(error, ""));
        add(2);

        assertThat(tell(new Ready())).containsExactly(new Identify(true));
    }

    @Test
    void aBatchIsNoLargerThanItMayBeButALargeRecordGoesAlone() {
        identified();
        tell(new Add(new Parcel(1, OutboxLogic.RECORD_BYTES, DEADLINE)));
        tell(new Add(new Parcel(2, OutboxLogic.BATCH_BYTES, DEADLINE)));
        tell(new Add(new Parcel(3, 1, DEADLINE)));

        assertThat(tell(new Ready())).containsExactly(new Send(70, 0, List.of(1L)));
        tell(new Written(0));
        assertThat(tell(new Ready())).containsExactly(new Send(70, 1, List.of(2L)));
        tell(new Written(1));
        assertThat(tell(new Ready())).containsExactly(new Send(70, 2, List.of(3L)));
    }

    @Test
    void afterTheLargestSequenceNumberComesZero() {
        assertThat(new OutboxState.Identity(70, Integer.MAX_VALUE, false)
                        .after(1)
                        .sequence())
                .isZero();
        assertThat(new OutboxState.Identity(70, Integer.MAX_VALUE - 1, false)
                        .after(3)
                        .sequence())
                .isEqualTo(1);
    }

    @Test
    void aTopicThatIsGoneGivesUpAll() {
        sent(1);
        add(2);

        assertThat(tell(new OutboxInput.Abandoned(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "gone")))
                .extracting(effect -> ((GivenUp) effect).ticket())
                .containsExactly(1L, 2L);
    }

    private void identified() {
        state = state.with(new OutboxState.Identity(70, 0, false));
    }

    private void sent(long... tickets) {
        identified();
        add(tickets);
        tell(new Ready());
    }

    private void add(long... tickets) {
        for (long ticket : tickets) {
            tell(new Add(new Parcel(ticket, 1, DEADLINE)));
        }
    }

    private List<OutboxEffect> tell(OutboxInput input) {
        OutboxLogic.Step step = OutboxLogic.decide(state, input, now);
        state = step.state();
        return new ArrayList<>(step.effects());
    }
}
