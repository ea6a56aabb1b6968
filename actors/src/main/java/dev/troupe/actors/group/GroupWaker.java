package dev.troupe.actors.group;

import java.util.Optional;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/** Gives groups of this node's tenures an actor when they need one. Runs on the coordinator's thread alone. */
final class GroupWaker {
    private final ActorContext<CoordinatorCommand> context;
    private final GroupActor.Surroundings node;

    GroupWaker(ActorContext<CoordinatorCommand> context, GroupActor.Surroundings node) {
        this.context = context;
        this.node = node;
    }

    /** Hands a request to its group, which comes to be where it must. */
    void deliver(Tenure tenure, String groupId, GroupCommand.Ask<?> ask) {
        Optional<Tenure.Entry> group = tenure.group(groupId);
        if (group.isPresent()) {
            tell(tenure, group.get(), ask);
        } else if (ask.request().createsGroup()) {
            tell(tenure, Tenure.Asleep.of(new GroupCell(groupId).state(), node.logic(), new GroupTimeline()), ask);
        } else {
            ask.answer(ask.request().missing());
        }
    }

    /** Sends a group something, waking it where it sleeps. */
    void tell(Tenure tenure, Tenure.Entry group, GroupCommand command) {
        if (!(group instanceof Tenure.Awake(GroupDoor door) && door.tell(command))) {
            wake(tenure, group).tell(command);
        }
    }

    GroupDoor wake(Tenure tenure, Tenure.Entry group) {
        GroupDoor door = new GroupDoor(group.summary(), group.timeline());
        door.open(context.spawnAnonymous(GroupActor.create(group.summary().groupId(), tenure, door, node)));
        tenure.put(new Tenure.Awake(door));
        return door;
    }
}
