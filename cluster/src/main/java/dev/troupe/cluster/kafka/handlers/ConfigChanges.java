package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ConfigChange;
import dev.troupe.protocol.controller.ConfigResult;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.ConfigResults;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Has the controller change configs: what the old and the new request for it have in common. */
public final class ConfigChanges {
    private final ControllerClient controller;

    public ConfigChanges(ControllerClient controller) {
        this.controller = controller;
    }

    CompletionStage<List<ConfigResult>> apply(
            RequestContext context, List<ConfigChange> changes, boolean validateOnly) {
        if (changes.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        return controller.<ConfigResults, List<ConfigResult>>ask(
                ControllerClient.USUAL_MS,
                replyTo -> new ControllerCommand.AlterConfigs(context.requester(), changes, validateOnly, replyTo),
                ConfigResults::results,
                timeout -> changes.stream()
                        .map(change -> new ConfigResult(
                                change.resource(), ErrorCode.REQUEST_TIMED_OUT, ControllerClient.NO_ANSWER))
                        .toList());
    }
}
