package dev.troupe.actors.controller;

import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.broker.BrokerCommand.UpdateMetadata;
import dev.troupe.protocol.broker.BrokerReply;
import dev.troupe.protocol.broker.Stamp;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** Images on their way to one broker: one message at a time, sent again until it is answered. Begins with the whole image. */
final class MetadataLane {
    private final long brokerEpoch;
    private final long firstVersion;
    private final ActorRef<BrokerCommand> ref;
    private final ActorRef<BrokerReply> replyTo;
    private ImageChanges changes = ImageChanges.everything();
    private @Nullable ControllerState next;
    private @Nullable UpdateMetadata inFlight;
    private long sentAtNanos;
    private long appliedVersion = -1;

    /** A lane to a broker that has registered at that version. */
    MetadataLane(long brokerEpoch, long firstVersion, ActorRef<BrokerCommand> ref, ActorRef<BrokerReply> replyTo) {
        this.brokerEpoch = brokerEpoch;
        this.firstVersion = firstVersion;
        this.ref = ref;
        this.replyTo = replyTo;
    }

    /** The broker may learn of this state, of which that is new. */
    void publish(ControllerState state, ImageChanges what, long nowNanos) {
        if (state.version() < firstVersion) {
            return;
        }
        changes.addAll(what);
        next = state;
        send(nowNanos);
    }

    private void send(long nowNanos) {
        ControllerState state = next;
        if (inFlight != null || state == null) {
            return;
        }
        next = null;
        if (changes.isEmpty()) {
            appliedVersion = state.version();
            return;
        }
        Stamp stamp = new Stamp(state.node(), state.epoch(), brokerEpoch, state.version());
        inFlight = new UpdateMetadata(stamp, changes.delta(state), replyTo);
        sentAtNanos = nowNanos;
        changes = new ImageChanges();
        ref.tell(inFlight);
    }

    /** Sends the message on its way again if it is that old. */
    void resend(long nowNanos, long afterNanos) {
        if (inFlight != null && nowNanos - sentAtNanos > afterNanos) {
            sentAtNanos = nowNanos;
            ref.tell(inFlight);
        }
    }

    /** The broker has published that version. */
    void applied(long version, long nowNanos) {
        if (inFlight != null && inFlight.stamp().version() == version) {
            inFlight = null;
            appliedVersion = version;
            send(nowNanos);
        }
    }

    /** Whether clients of the broker see that version, or a later one. */
    boolean hasApplied(long version) {
        return appliedVersion >= version;
    }

    boolean busy() {
        return inFlight != null;
    }
}
