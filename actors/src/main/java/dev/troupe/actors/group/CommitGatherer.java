package dev.troupe.actors.group;

import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.BehaviorInterceptor;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a group's event-sourced behavior, which takes one command at a time while it writes: commits that come in
 * meanwhile gather here, and one command for all of them makes one write of all of them. They never overtake another command.
 */
final class CommitGatherer extends BehaviorInterceptor<GroupCommand, GroupCommand> {
    private @Nullable CommitBatch open;

    CommitGatherer() {
        super(GroupCommand.class);
    }

    @Override
    public Behavior<GroupCommand> aroundReceive(
            TypedActorContext<GroupCommand> context, GroupCommand command, ReceiveTarget<GroupCommand> target) {
        if (!(command instanceof GroupCommand.Ask<?> ask && ask.request() instanceof GroupRequest.Commit)) {
            open = null;
            return target.apply(context, command);
        }
        if (open != null && open.add(ask)) {
            return Behaviors.same();
        }
        open = new CommitBatch(ask);
        return target.apply(context, new GroupCommand.CommitsGathered(open));
    }
}
