package dev.troupe.actors.group;

import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.BehaviorInterceptor;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Stands before a group's event-sourced behavior, which takes one command at a time while it writes: commits that come in
 * meanwhile gather here, and one command for all of them makes one write of all of them.
 */
final class CommitGatherer extends BehaviorInterceptor<GroupCommand, GroupCommand> {
    private List<GroupCommand.Ask<?>> gathered = new ArrayList<>();

    CommitGatherer() {
        super(GroupCommand.class);
    }

    @Override
    public Behavior<GroupCommand> aroundReceive(
            TypedActorContext<GroupCommand> context, GroupCommand command, ReceiveTarget<GroupCommand> target) {
        if (!(command instanceof GroupCommand.Ask<?> ask && ask.request() instanceof GroupRequest.Commit)) {
            return target.apply(context, command);
        }
        gathered.add(ask);
        return gathered.size() == 1 ? target.apply(context, new GroupCommand.CommitsGathered()) : Behaviors.same();
    }

    /** Hands over what has gathered, in order. */
    List<GroupCommand.Ask<?>> take() {
        List<GroupCommand.Ask<?>> taken = gathered;
        gathered = new ArrayList<>();
        return taken;
    }
}
