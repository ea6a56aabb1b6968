package dev.troupe.actors.producer;

import dev.troupe.actors.producer.ProducerIdCommand.GiveUp;
import dev.troupe.actors.producer.ProducerIdCommand.Listener;
import dev.troupe.actors.producer.ProducerIdCommand.Next;
import dev.troupe.actors.producer.ProducerIdCommand.Received;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.AllocateProducerIds;
import dev.troupe.protocol.controller.ControllerCommand.ProducerIdBlock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Hands out producer ids from blocks of the controller's. The first block is asked for when the first id is; each further one
 * while a tenth of the one before is left, so that nobody waits for it. Ids of a block that are left at a restart are lost.
 */
public final class ProducerIds {
    // By then the controller has moved, and the client may as well try again.
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    // More would mean that clients ask faster than blocks come: they are told to come back.
    private static final int MAX_WAITING = 10_000;
    private static final GiveUp GIVE_UP = new GiveUp();

    private final TimerScheduler<ProducerIdCommand> timers;
    private final ActorRef<ControllerCommand> controller;
    private final ActorRef<ProducerIdBlock> blocks;
    private final int brokerId;
    private final LongSupplier brokerEpoch;
    private final Queue<Listener> waiting = new ArrayDeque<>();
    private IdStock stock = IdStock.EMPTY;
    private int blockSize;
    private boolean asked;

    private ProducerIds(
            ActorContext<ProducerIdCommand> actor,
            TimerScheduler<ProducerIdCommand> timers,
            ActorRef<ControllerCommand> controller,
            int brokerId,
            LongSupplier brokerEpoch) {
        this.timers = timers;
        this.controller = controller;
        this.brokerId = brokerId;
        this.brokerEpoch = brokerEpoch;
        this.blocks = actor.messageAdapter(ProducerIdBlock.class, Received::new);
    }

    /**
     * @param brokerEpoch of this life of the node; asked anew each time
     */
    public static Behavior<ProducerIdCommand> create(
            ActorRef<ControllerCommand> controller, int brokerId, LongSupplier brokerEpoch) {
        return Behaviors.setup(actor -> Behaviors.withTimers(timers -> {
            ProducerIds self = new ProducerIds(actor, timers, controller, brokerId, brokerEpoch);
            return Behaviors.receiveMessage(self::on);
        }));
    }

    private Behavior<ProducerIdCommand> on(ProducerIdCommand command) {
        switch (command) {
            case Next next -> {
                if (waiting.size() < MAX_WAITING) {
                    waiting.add(next.replyTo());
                } else {
                    next.replyTo().allocated(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, -1);
                }
            }
            case Received received -> received(received.block());
            case GiveUp ignored -> refuseAll();
        }
        handOut();
        return Behaviors.same();
    }

    private void handOut() {
        while (!waiting.isEmpty() && !stock.isEmpty()) {
            long id = stock.first();
            stock = stock.afterTaking();
            waiting.remove().allocated(ErrorCode.NONE, id);
        }
        boolean needed = stock.isEmpty() ? !waiting.isEmpty() : stock.runsLow(blockSize);
        if (needed && !asked) {
            asked = true;
            controller.tell(new AllocateProducerIds(brokerId, brokerEpoch.getAsLong(), blocks));
            timers.startSingleTimer(GIVE_UP, PATIENCE);
        }
    }

    private void received(ProducerIdBlock block) {
        if (!asked) {
            // Asked for, given up on, and come after all. Its ids are lost, which is better than handing one out twice.
            return;
        }
        if (block.error() == ErrorCode.NONE && block.count() > 0) {
            timers.cancel(GIVE_UP);
            asked = false;
            blockSize = block.count();
            stock = stock.with(block.first(), block.count());
        }
    }

    private void refuseAll() {
        asked = false;
        for (Listener listener = waiting.poll(); listener != null; listener = waiting.poll()) {
            listener.allocated(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, -1);
        }
    }
}
