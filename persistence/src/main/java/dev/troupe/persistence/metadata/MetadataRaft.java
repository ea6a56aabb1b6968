package dev.troupe.persistence.metadata;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.Extension;
import org.apache.pekko.actor.typed.ExtensionId;
import org.apache.pekko.actor.typed.Props;
import org.jspecify.annotations.Nullable;

/**
 * The metadata journal of this node's actor system. The node starts it; the persistence plugins use it. What is asked before
 * the start waits for it.
 */
public final class MetadataRaft implements Extension {
    private static final Id ID = new Id();
    private static final String NAME = "metadata-voter";
    private static final String DISPATCHER = "troupe.metadata.dispatcher";

    private final ActorSystem<?> system;
    private final ActorRef<ClientCommand> client;
    private final Map<Integer, String> places = new HashMap<>();
    private List<Integer> voters = List.of();
    private @Nullable ActorRef<VoterCommand> here;

    private MetadataRaft(ActorSystem<?> system) {
        this.system = system;
        this.client = system.systemActorOf(ClientActor.create(System::nanoTime), "metadata-client", Props.empty());
    }

    /** The journal of that system. */
    public static MetadataRaft get(ActorSystem<?> system) {
        return system.registerExtension(ID);
    }

    /**
     * Opens the journal and takes part in keeping it. Call once.
     *
     * @return done when this node takes part (a group of one then leads); fails if its file cannot be used
     */
    public synchronized CompletionStage<Done> start(MetadataVoter voter, Clock clock, Random random) {
        CompletableFuture<Done> started = new CompletableFuture<>();
        if (voter.votes()) {
            ActorRef<VoterCommand> self = system.systemActorOf(
                    VoterActor.create(voter, clock, random, started), NAME, DispatcherSelector.fromConfig(DISPATCHER));
            client.tell(new ClientCommand.Found(voter.nodeId(), self));
            here = self;
        } else {
            started.complete(Done.getInstance());
        }
        voters = voter.voters();
        client.tell(new ClientCommand.Configure(voter.settings(), voters));
        Map.copyOf(places).forEach(this::locate);
        return started;
    }

    /**
     * A node can be reached there from now on.
     *
     * @param address of its actor system, as host:port
     */
    public synchronized void locate(int node, String address) {
        places.put(node, address);
        if (voters.contains(node)) {
            ActorRef<VoterCommand> there = ActorRefResolver.get(system)
                    .resolveActorRef("pekko://" + system.name() + "@" + address + "/system/" + NAME);
            client.tell(new ClientCommand.Found(node, there));
            if (here != null) {
                here.tell(new VoterCommand.Found(node, there));
            }
        }
    }

    /** That node's process has ended: whatever it led needs another leader at once. */
    public synchronized void lost(int node) {
        client.tell(new ClientCommand.Lost(node));
        if (here != null) {
            here.tell(new VoterCommand.Lost(node));
        }
    }

    /**
     * Changes the journal.
     *
     * @return done or refused, once a majority has it on disk; fails when no leader answers in time, and then it is not known
     *     whether it was done
     */
    public CompletionStage<JournalAnswer> write(JournalOperation operation) {
        CompletableFuture<JournalAnswer> promise = new CompletableFuture<>();
        client.tell(new ClientCommand.Write(operation, promise));
        return promise;
    }

    /** Asks the journal; the answer knows of everything that was acknowledged before. */
    public CompletionStage<JournalAnswer> read(JournalQuestion question) {
        CompletableFuture<JournalAnswer> promise = new CompletableFuture<>();
        client.tell(new ClientCommand.Read(question, promise));
        return promise;
    }

    private static final class Id extends ExtensionId<MetadataRaft> {
        @Override
        public MetadataRaft createExtension(ActorSystem<?> system) {
            return new MetadataRaft(system);
        }
    }
}
