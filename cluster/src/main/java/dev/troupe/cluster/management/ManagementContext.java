package dev.troupe.cluster.management;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.jspecify.annotations.Nullable;

/** Hands the node's views to the routes, which Pekko Management makes by itself from their class name. */
public final class ManagementContext implements Extension {
    private static final Id ID = new Id();

    private final AtomicReference<@Nullable NodeViews> views = new AtomicReference<>();

    private ManagementContext() {}

    /** The one of this actor system. */
    public static ManagementContext get(ClassicActorSystemProvider system) {
        return ID.get(system.classicSystem());
    }

    /** Tells what there is to show; before management starts. */
    public void publish(NodeViews node) {
        views.set(node);
    }

    NodeViews views() {
        NodeViews node = views.get();
        if (node == null) {
            throw new IllegalStateException("management was started before the node told what to show");
        }
        return node;
    }

    private static final class Id extends AbstractExtensionId<ManagementContext> {
        @Override
        public ManagementContext createExtension(ExtendedActorSystem system) {
            return new ManagementContext();
        }
    }
}
