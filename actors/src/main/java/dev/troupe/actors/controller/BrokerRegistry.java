package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerInput.BrokerGone;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.broker.BrokerCommand.RegisterAgain;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.RegisterBroker;
import dev.troupe.protocol.controller.ControllerCommand.RegistrationReply;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/** The actors of the brokers that this controller knows, which no journal can hold. Used by the controller's thread alone. */
final class BrokerRegistry {
    private final Map<Integer, ActorRef<BrokerCommand>> known = new HashMap<>();
    private final ActorContext<ControllerInput> context;
    private final BrokerChannels channels;
    private final Membership membership;

    BrokerRegistry(ActorContext<ControllerInput> context, BrokerChannels channels, Membership membership) {
        this.context = context;
        this.channels = channels;
        this.membership = membership;
    }

    /** The registration that must be refused because a live broker of another node has the id, answered (C6). */
    boolean refuses(ControllerState state, RegisterBroker command) {
        int id = command.brokerId();
        Optional<ActorRef<BrokerCommand>> other = channels.ref(id)
                .filter(ref -> state.live(id))
                .filter(ref -> !membership.addressOf(ref).equals(membership.addressOf(command.broker())));
        other.ifPresent(ref -> {
            String where = membership.addressOf(ref);
            context.getLog()
                    .warn(
                            "broker {} at {} is refused: {} has that id and is live",
                            id,
                            membership.addressOf(command.broker()),
                            where);
            command.replyTo()
                    .tell(new RegistrationReply(
                            ErrorCode.DUPLICATE_BROKER_REGISTRATION,
                            "Broker id " + id + " is in use by a live broker at " + where + ".",
                            -1,
                            state.epoch(),
                            null));
        });
        return other.isPresent();
    }

    /**
     * A broker is registered: tell it, watch it, and send it all that it is to know. One that only asked again, its first
     * question having waited for this controller, is just told.
     */
    void attach(RegisterBroker command, long epoch, ControllerState state, ActorRef<ControllerCommand> self) {
        int id = command.brokerId();
        command.replyTo().tell(new RegistrationReply(ErrorCode.NONE, null, epoch, state.epoch(), self));
        if (channels.talksTo(id, command.broker(), epoch)) {
            return;
        }
        context.getLog().info("broker {} is registered with broker epoch {}", id, epoch);
        forget(id);
        known.put(id, command.broker());
        context.watchWith(command.broker(), new BrokerGone(id, epoch));
        channels.attach(id, epoch, command.broker(), state);
    }

    private void forget(int broker) {
        ActorRef<BrokerCommand> old = known.remove(broker);
        if (old != null) {
            context.unwatch(old);
        }
    }

    /** The broker is not live any more. Its actor may be, behind a cut: it is asked to register again when it can be reached. */
    void lost(int broker) {
        channels.detach(broker);
    }

    /** Asks the broker to register again. */
    void askAgain(int broker, int controllerEpoch) {
        ActorRef<BrokerCommand> ref = known.get(broker);
        if (ref != null) {
            ref.tell(new RegisterAgain(controllerEpoch));
        }
    }

    /** Asks the brokers of that node to register again, unless they are registered. */
    void askAgain(String address, int controllerEpoch) {
        on(address).stream()
                .filter(broker -> channels.ref(broker).isEmpty())
                .forEach(broker -> askAgain(broker, controllerEpoch));
    }

    /** The brokers on that node. */
    List<Integer> on(String address) {
        return known.entrySet().stream()
                .filter(entry -> membership.addressOf(entry.getValue()).equals(address))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Live brokers whose node has gone; it may have been the controller's own, which could not say so. */
    Collection<Integer> absent(ControllerState state) {
        return membership.absent(missing(state));
    }

    /** Live brokers that have not registered with this controller. */
    Collection<Integer> missing(ControllerState state) {
        return state.brokers().values().stream()
                .filter(BrokerState::live)
                .map(broker -> broker.info().id())
                .filter(id -> channels.ref(id).isEmpty())
                .toList();
    }
}
