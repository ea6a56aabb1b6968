package dev.troupe.actors.consumer;

import dev.troupe.actors.consumer.assignor.Assignor;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.protocol.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a member asks of its coordinator. */
final class MemberRequests {
    private static final String PROTOCOL_TYPE = "consumer";

    private final ConsumerSettings settings;
    private final String host;

    MemberRequests(ConsumerSettings settings, String host) {
        this.settings = settings;
        this.host = host;
    }

    GroupRequest.Join join(MemberState state) {
        return new GroupRequest.Join(
                state.identity().memberId(),
                settings.instanceId(),
                settings.clientId(),
                host,
                PROTOCOL_TYPE,
                settings.assignors().stream()
                        .map(assignor -> protocol(assignor, state))
                        .toList(),
                (int) settings.sessionTimeout().toMillis(),
                (int) settings.maxPollInterval().toMillis(),
                true,
                false,
                null);
    }

    private static Protocol protocol(Assignor assignor, MemberState state) {
        return new Protocol(
                assignor.protocol(),
                ConsumerProtocol.subscription(
                        state.topics(),
                        state.holdings().owned(),
                        state.identity().generation(),
                        assignor == Assignor.STICKY ? state.holdings().before() : null));
    }

    GroupRequest.Sync sync(MemberState state, Map<String, List<TopicPartition>> assignment) {
        return new GroupRequest.Sync(
                state.identity().memberId(),
                settings.instanceId(),
                state.identity().generation(),
                PROTOCOL_TYPE,
                state.protocol(),
                assignment.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, each -> ConsumerProtocol.assignment(each.getValue()))));
    }

    GroupRequest.Heartbeat heartbeat(MemberState state) {
        return new GroupRequest.Heartbeat(
                state.identity().memberId(),
                settings.instanceId(),
                state.identity().generation());
    }

    GroupRequest.Leave leave(MemberState state, String reason) {
        return new GroupRequest.Leave(
                List.of(new GroupRequest.Leave.Leaver(state.identity().memberId(), settings.instanceId(), reason)));
    }
}
