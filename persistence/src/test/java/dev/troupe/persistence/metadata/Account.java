package dev.troupe.persistence.metadata;

import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;

/** An event-sourced entity to try the journal with: a sum. */
public final class Account extends EventSourcedBehavior<Account.Command, Account.Added, Account.Sum> {

    sealed interface Command {}

    record Add(long amount, ActorRef<Sum> replyTo) implements Command {}

    record Get(ActorRef<Sum> replyTo) implements Command {}

    record Added(long amount) implements Persisted {}

    record Sum(long value, long events) implements Persisted {}

    private Account(String id) {
        super(PersistenceId.ofUniqueId(id));
    }

    static Behavior<Command> create(String id) {
        return new Account(id);
    }

    @Override
    public Sum emptyState() {
        return new Sum(0, 0);
    }

    @Override
    public CommandHandler<Command, Added, Sum> commandHandler() {
        return newCommandHandlerBuilder()
                .forAnyState()
                .onCommand(
                        Add.class,
                        (state, add) ->
                                Effect().persist(new Added(add.amount())).thenReply(add.replyTo(), sum -> sum))
                .onCommand(Get.class, (state, get) -> Effect().reply(get.replyTo(), state))
                .build();
    }

    @Override
    public EventHandler<Sum, Added> eventHandler() {
        return (state, added) -> new Sum(state.value() + added.amount(), state.events() + 1);
    }

    @Override
    public RetentionCriteria retentionCriteria() {
        return RetentionCriteria.snapshotEvery(20, 1).withDeleteEventsOnSnapshot();
    }

    /** Found through {@code META-INF/services}. */
    public static final class Tags implements MessageTags {
        @Override
        public Map<String, Class<?>> tags() {
            return Map.of("test.added/1", Added.class, "test.sum/1", Sum.class);
        }
    }
}
