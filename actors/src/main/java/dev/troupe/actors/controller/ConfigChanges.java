package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.ConfigsAltered;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.config.BrokerConfigs;
import dev.troupe.protocol.config.ConfigKey;
import dev.troupe.protocol.config.ConfigLayers;
import dev.troupe.protocol.config.ConfigLists;
import dev.troupe.protocol.config.ConfigType;
import dev.troupe.protocol.config.TopicConfigs;
import dev.troupe.protocol.controller.ConfigChange;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.controller.ConfigResult;
import dev.troupe.protocol.controller.ControllerCommand.AlterConfigs;
import dev.troupe.protocol.controller.ControllerCommand.ConfigResults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Changes configs of topics and brokers (KIP-339). What is wrong with one resource does not stop the others. */
final class ConfigChanges {
    private ConfigChanges() {}

    static Outcome<ConfigResults> decide(ControllerState state, AlterConfigs command, Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        List<ConfigResult> results = new ArrayList<>();
        for (ConfigChange change : command.changes()) {
            ConfigResource resource = change.resource();
            try {
                Map<String, String> before = current(draft.state(), resource);
                Map<String, String> after = apply(draft.state(), before, change);
                if (!after.equals(before)) {
                    draft.add(new ConfigsAltered(resource, after, draft.nowMs(), "asked by " + command.requester()));
                }
                results.add(new ConfigResult(resource, ErrorCode.NONE, null));
            } catch (Refusal refusal) {
                results.add(new ConfigResult(resource, refusal.error(), refusal.text()));
            }
        }
        ConfigResults reply = new ConfigResults(results);
        return command.validateOnly() ? Outcome.unchanged(reply) : draft.outcome(reply);
    }

    private static Map<String, String> current(ControllerState state, ConfigResource resource) throws Refusal {
        return switch (resource.type()) {
            case TOPIC ->
                state.topics()
                        .listed(resource.name())
                        .orElseThrow(() -> new Refusal(
                                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                                "The topic '" + resource.name() + "' does not exist."))
                        .configs();
            case BROKER ->
                resource.name().isEmpty()
                        ? state.clusterConfigs()
                        : Optional.<Map<String, String>>ofNullable(
                                        state.brokerConfigs().get(broker(state, resource)))
                                .orElse(Map.of());
        };
    }

    private static int broker(ControllerState state, ConfigResource resource) throws Refusal {
        int id;
        try {
            id = Integer.parseInt(resource.name());
        } catch (NumberFormatException e) {
            throw new Refusal(ErrorCode.INVALID_REQUEST, "Broker id must be an integer, but it is: " + resource.name());
        }
        if (!state.brokers().containsKey(id)) {
            throw new Refusal(ErrorCode.INVALID_REQUEST, "There is no broker " + id + ".");
        }
        return id;
    }

    private static Map<String, String> apply(ControllerState state, Map<String, String> before, ConfigChange change)
            throws Refusal {
        Map<String, String> after = new HashMap<>(before);
        Set<String> seen = new HashSet<>();
        for (ConfigChange.Op op : change.ops()) {
            if (!seen.add(op.key())) {
                throw new Refusal(ErrorCode.INVALID_REQUEST, "Error due to duplicate config keys: " + op.key());
            }
            apply(state, after, change.resource(), op);
        }
        if (change.resource().type() == ConfigResource.Type.TOPIC) {
            Optional<String> problem = TopicConfigs.validate(Map.copyOf(after));
            if (problem.isPresent()) {
                throw new Refusal(ErrorCode.INVALID_CONFIG, problem.get());
            }
        }
        return after;
    }

    private static void apply(
            ControllerState state, Map<String, String> after, ConfigResource resource, ConfigChange.Op op)
            throws Refusal {
        ConfigKey key = key(resource, op.key());
        if (op.kind() == ConfigChange.Kind.DELETE) {
            after.remove(op.key());
            return;
        }
        String value = op.value();
        if (value == null) {
            throw new Refusal(ErrorCode.INVALID_REQUEST, "Null value not supported for : " + op.key());
        }
        String next = switch (op.kind()) {
            case APPEND -> ConfigLists.append(list(state, after, resource, key, op), value);
            case SUBTRACT -> ConfigLists.subtract(list(state, after, resource, key, op), value);
            case SET, DELETE -> value;
        };
        Optional<String> problem = resource.type() == ConfigResource.Type.TOPIC
                ? TopicConfigs.validate(op.key(), next)
                : BrokerConfigs.validate(op.key(), next);
        if (problem.isPresent()) {
            throw new Refusal(ErrorCode.INVALID_CONFIG, problem.get());
        }
        after.put(op.key(), next);
    }

    private static ConfigKey key(ConfigResource resource, String name) throws Refusal {
        return switch (resource.type()) {
            case TOPIC ->
                TopicConfigs.find(name)
                        .orElseThrow(() -> new Refusal(ErrorCode.INVALID_CONFIG, "Unknown topic config name: " + name));
            case BROKER -> {
                Optional<ConfigKey> key = BrokerConfigs.find(name);
                if (key.isPresent() && key.get().dynamic()) {
                    yield key.get();
                }
                throw new Refusal(ErrorCode.INVALID_REQUEST, "Cannot update these configs dynamically: " + name);
            }
        };
    }

    /** The list that words are added to or taken from: what is set on the resource, else what holds there. */
    private static String list(
            ControllerState state,
            Map<String, String> after,
            ConfigResource resource,
            ConfigKey key,
            ConfigChange.Op op)
            throws Refusal {
        if (key.type() != ConfigType.LIST) {
            throw new Refusal(
                    ErrorCode.INVALID_CONFIG,
                    "Can't " + op.kind() + " to key " + op.key() + " because its type is not LIST.");
        }
        String set = after.get(op.key());
        if (set != null) {
            return set;
        }
        if (resource.type() == ConfigResource.Type.TOPIC) {
            ConfigLayers layers = new ConfigLayers(Map.of(), state.clusterConfigs(), Map.of());
            return TopicConfigs.effective(op.key(), Map.of(), layers);
        }
        String byDefault = key.defaultValue();
        return byDefault == null ? "" : byDefault;
    }
}
