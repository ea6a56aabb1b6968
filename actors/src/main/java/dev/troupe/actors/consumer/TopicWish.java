package dev.troupe.actors.consumer;

import dev.troupe.actors.client.ClientReply.TopicsListed;
import dev.troupe.actors.client.TopicClient;
import dev.troupe.protocol.ErrorCode;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.jspecify.annotations.Nullable;

/** Which topics the application wants as a member: told by name, or by a pattern that new topics may match. */
final class TopicWish {
    private final ActorContext<ConsumerCommand> actor;
    private final TopicClient client;
    private final ActorRef<CoordinatorMessage> coordinator;
    private Set<String> topics = Set.of();
    private @Nullable Pattern pattern;
    private boolean left;

    TopicWish(ActorContext<ConsumerCommand> actor, TopicClient client, ActorRef<CoordinatorMessage> coordinator) {
        this.actor = actor;
        this.client = client;
        this.coordinator = coordinator;
    }

    void topics(Set<String> wanted) {
        pattern = null;
        subscribe(wanted);
    }

    void matching(Pattern wanted) {
        pattern = wanted;
    }

    /** Asks which topics there are, where that makes a difference. */
    void refresh() {
        if (pattern != null) {
            actor.pipeToSelf(
                    client.list(),
                    (listed, failure) -> new ConsumerSignal.Listed(
                            listed == null ? new TopicsListed(ErrorCode.REQUEST_TIMED_OUT, List.of()) : listed));
        }
    }

    void listed(ConsumerSignal.Listed listed) {
        Pattern wanted = pattern;
        if (wanted == null || listed.reply().error() != ErrorCode.NONE) {
            return;
        }
        Set<String> matching = listed.reply().topics().stream()
                .filter(topic -> !topic.internal())
                .map(TopicsListed.Topic::name)
                .filter(name -> wanted.matcher(name).matches())
                .collect(Collectors.toSet());
        if (!matching.equals(topics)) {
            subscribe(matching);
        }
    }

    private void subscribe(Set<String> wanted) {
        topics = wanted;
        left = false;
        coordinator.tell(new CoordinatorMessage.Member(new MemberInput.Subscribe(wanted)));
    }

    /** Is no member until it wants to be again. */
    void leave(String reason) {
        left = !topics.isEmpty();
        coordinator.tell(new CoordinatorMessage.Member(new MemberInput.Leave(reason)));
    }

    /** Wants to be a member again, where it left. */
    void rejoin() {
        if (left) {
            subscribe(topics);
        }
    }

    /** Wants nothing any more as a member. */
    void clear() {
        pattern = null;
        topics = Set.of();
        leave("it reads partitions of its own choice");
    }
}
