package dev.troupe.actors.group;

import java.util.List;

/**
 * What the logic decided: first the passing events are applied, then the durable ones are kept and applied, then the effects
 * are carried out.
 *
 * @param afterPassing what {@link GroupEvolution} has made of the state by the passing events, so that nobody need do it again
 */
record Decision(
        List<GroupEvent.Passing> passing,
        GroupState afterPassing,
        List<GroupEvent.Durable> durable,
        List<GroupEffect> effects) {
    Decision {
        passing = List.copyOf(passing);
        durable = List.copyOf(durable);
        effects = List.copyOf(effects);
    }
}
