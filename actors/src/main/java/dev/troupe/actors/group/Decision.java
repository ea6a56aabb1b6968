package dev.troupe.actors.group;

import java.util.List;

/**
 * What the logic decided: first the passing events are applied, then the durable ones are kept and applied, then the effects
 * are carried out.
 */
record Decision(List<GroupEvent.Passing> passing, List<GroupEvent.Durable> durable, List<GroupEffect> effects) {
    Decision {
        passing = List.copyOf(passing);
        durable = List.copyOf(durable);
        effects = List.copyOf(effects);
    }
}
