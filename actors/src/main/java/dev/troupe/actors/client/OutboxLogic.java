package dev.troupe.actors.client;

import dev.troupe.actors.client.OutboxEffect.Delivered;
import dev.troupe.actors.client.OutboxEffect.GivenUp;
import dev.troupe.actors.client.OutboxEffect.Identify;
import dev.troupe.actors.client.OutboxEffect.Send;
import dev.troupe.actors.client.OutboxInput.Abandoned;
import dev.troupe.actors.client.OutboxInput.Add;
import dev.troupe.actors.client.OutboxInput.Failed;
import dev.troupe.actors.client.OutboxInput.Identified;
import dev.troupe.actors.client.OutboxInput.NotIdentified;
import dev.troupe.actors.client.OutboxInput.Ready;
import dev.troupe.actors.client.OutboxInput.Refused;
import dev.troupe.actors.client.OutboxInput.Written;
import dev.troupe.actors.client.OutboxState.Identity;
import dev.troupe.actors.client.OutboxState.Phase;
import dev.troupe.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.pcollections.PVector;

/**
 * How records of one partition are written in order and once (BEHAVIOUR L13). One batch is under way at a time. Until it is
 * written it is sent again with the same records under the same numbers, whoever leads by then, so the log knows it where it has
 * it. Where it is given up without knowing, its numbers are worth nothing any more, and what follows goes under another id.
 */
final class OutboxLogic {
    /** The largest record: requests travel in frames of usual size (256 KiB). */
    static final int RECORD_BYTES = 160 * 1024;

    /** A record larger than this goes alone. */
    static final int BATCH_BYTES = 128 * 1024;

    private OutboxLogic() {}

    /** The state that follows, and what is to be done. */
    record Step(OutboxState state, List<OutboxEffect> effects) {
        Step {
            effects = List.copyOf(effects);
        }
    }

    static Step decide(OutboxState state, OutboxInput input, long nowNanos) {
        List<OutboxEffect> effects = new ArrayList<>();
        OutboxState next = next(state, input, nowNanos, effects);
        return new Step(next, effects);
    }

    private static OutboxState next(OutboxState state, OutboxInput input, long nowNanos, List<OutboxEffect> effects) {
        return switch (input) {
            case Add(Parcel parcel) -> state.with(state.waiting().plus(parcel));
            case Identified(long producerId) ->
                state.phase() == Phase.IDENTIFYING
                        ? state.with(new Identity(producerId, 0, false)).with(Phase.IDLE, List.of())
                        : state;
            case NotIdentified() -> state.phase() == Phase.IDENTIFYING ? state.with(Phase.IDLE, List.of()) : state;
            case Ready() -> ready(state, nowNanos, effects);
            case Written(long baseOffset) -> isUnderWay(state) ? written(state, baseOffset, effects) : state;
            case Failed() -> isUnderWay(state) ? state.with(Phase.UNCERTAIN, state.batch()) : state;
            case Refused(ErrorCode error, String message) ->
                isUnderWay(state) ? refused(state, error, message, effects) : state;
            case Abandoned(ErrorCode error, String message) -> abandoned(state, error, message, effects);
        };
    }

    private static boolean isUnderWay(OutboxState state) {
        return state.phase() == Phase.SENT || state.phase() == Phase.RESENT;
    }

    private static OutboxState ready(OutboxState state, long nowNanos, List<OutboxEffect> effects) {
        return switch (state.phase()) {
            case SENT, RESENT, IDENTIFYING -> state;
            case UNCERTAIN -> {
                if (state.batch().getFirst().isOver(nowNanos)) {
                    giveUp(state.batch(), ErrorCode.REQUEST_TIMED_OUT, "no broker has taken it in time", effects);
                    yield ready(settled(state, Identity.lost()), nowNanos, effects);
                }
                effects.add(send(state.identity(), state.batch()));
                yield state.with(Phase.RESENT, state.batch());
            }
            case IDLE -> begin(state, nowNanos, effects);
        };
    }

    private static OutboxState begin(OutboxState before, long nowNanos, List<OutboxEffect> effects) {
        OutboxState state = dropOver(before, nowNanos, effects);
        if (state.waiting().isEmpty()) {
            return state;
        }
        if (!state.identity().isKnown()) {
            effects.add(new Identify(state.identity().used()));
            return state.with(Phase.IDENTIFYING, List.of());
        }
        List<Parcel> batch = new ArrayList<>();
        int bytes = 0;
        PVector<Parcel> rest = state.waiting();
        while (!rest.isEmpty() && (batch.isEmpty() || bytes + rest.getFirst().bytes() <= BATCH_BYTES)) {
            bytes += rest.getFirst().bytes();
            batch.add(rest.getFirst());
            rest = rest.minus(0);
        }
        effects.add(send(state.identity(), batch));
        return state.with(rest).with(Phase.SENT, batch);
    }

    /** What was never sent may go without leaving a gap. */
    private static OutboxState dropOver(OutboxState state, long nowNanos, List<OutboxEffect> effects) {
        PVector<Parcel> rest = state.waiting();
        while (!rest.isEmpty() && rest.getFirst().isOver(nowNanos)) {
            giveUp(
                    List.of(rest.getFirst()),
                    ErrorCode.REQUEST_TIMED_OUT,
                    "no broker could be reached in time",
                    effects);
            rest = rest.minus(0);
        }
        return state.with(rest);
    }

    private static Send send(Identity identity, List<Parcel> batch) {
        return new Send(
                identity.producerId(),
                identity.sequence(),
                batch.stream().map(Parcel::ticket).toList());
    }

    private static OutboxState written(OutboxState state, long baseOffset, List<OutboxEffect> effects) {
        long offset = baseOffset;
        for (Parcel each : state.batch()) {
            effects.add(new Delivered(each.ticket(), offset++));
        }
        return settled(state, state.identity().after(state.batch().size()));
    }

    private static OutboxState refused(OutboxState state, ErrorCode error, String message, List<OutboxEffect> effects) {
        giveUp(state.batch(), error, message, effects);
        // A first attempt that is refused has used up no numbers; of later ones nobody knows.
        boolean keeps = state.phase() == Phase.SENT && !isOfNumbers(error);
        return settled(state, keeps ? state.identity() : Identity.lost());
    }

    private static boolean isOfNumbers(ErrorCode error) {
        return error == ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
                || error == ErrorCode.UNKNOWN_PRODUCER_ID
                || error == ErrorCode.INVALID_PRODUCER_EPOCH;
    }

    private static OutboxState abandoned(
            OutboxState state, ErrorCode error, String message, List<OutboxEffect> effects) {
        giveUp(state.batch(), error, message, effects);
        giveUp(state.waiting(), error, message, effects);
        return new OutboxState(Identity.lost(), List.of(), Phase.IDLE, OutboxState.EMPTY.waiting());
    }

    private static void giveUp(List<Parcel> parcels, ErrorCode error, String message, List<OutboxEffect> effects) {
        parcels.forEach(each -> effects.add(new GivenUp(each.ticket(), error, message)));
    }

    private static OutboxState settled(OutboxState state, Identity identity) {
        return new OutboxState(identity, List.of(), Phase.IDLE, state.waiting());
    }
}
