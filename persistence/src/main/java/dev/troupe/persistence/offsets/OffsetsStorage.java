package dev.troupe.persistence.offsets;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Extension;
import org.apache.pekko.actor.typed.ExtensionId;

/** Where the journal plugin, which Pekko creates by name, finds the node's store. */
public final class OffsetsStorage implements Extension {
    private final AtomicReference<OffsetsStore> store = new AtomicReference<>();

    private OffsetsStorage() {}

    public static OffsetsStorage get(ActorSystem<?> system) {
        return Id.INSTANCE.apply(system);
    }

    /** Names the store that journals of this system write to; before any group starts. */
    public void attach(OffsetsStore attached) {
        store.set(attached);
    }

    Optional<OffsetsStore> store() {
        return Optional.ofNullable(store.get());
    }

    private static final class Id extends ExtensionId<OffsetsStorage> {
        static final Id INSTANCE = new Id();

        @Override
        public OffsetsStorage createExtension(ActorSystem<?> system) {
            return new OffsetsStorage();
        }
    }
}
