package dev.troupe.cluster.management;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.jspecify.annotations.Nullable;

/** Hands the node's views to the routes, which Pekko Management makes by itself from their class name. */
public final class ManagementContext implements Extension {
    private static final Id ID = new Id();

    private final AtomicReference<@Nullable Basics> basics = new AtomicReference<>();
    private final AtomicReference<@Nullable NodeViews> views = new AtomicReference<>();

    private ManagementContext() {}

    /** The one of this actor system. */
    public static ManagementContext get(ClassicActorSystemProvider system) {
        return ID.get(system.classicSystem());
    }

    /**
     * What can be told of a node from its first moment on.
     *
     * @param readiness why the node does not serve, if it does not
     */
    record Basics(ManagementSettings settings, Readiness readiness) {}

    /** Tells what is known from the beginning; before management starts. */
    public void open(ManagementSettings settings, Readiness readiness) {
        basics.set(new Basics(settings, readiness));
    }

    /** Tells what there is to show, once the node knows its cluster. */
    public void publish(NodeViews node) {
        views.set(node);
    }

    Basics basics() {
        return Objects.requireNonNull(basics.get(), "management was started before the node told what to show");
    }

    /** Empty while the node is still finding out which cluster it is part of. */
    Optional<NodeViews> views() {
        return Optional.ofNullable(views.get());
    }

    private static final class Id extends AbstractExtensionId<ManagementContext> {
        @Override
        public ManagementContext createExtension(ExtendedActorSystem system) {
            return new ManagementContext();
        }
    }
}
