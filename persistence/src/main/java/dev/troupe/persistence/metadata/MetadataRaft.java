package dev.troupe.persistence.metadata;

import java.time.Clock;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.Extension;
import org.apache.pekko.actor.typed.ExtensionId;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.receptionist.Receptionist;
import org.apache.pekko.actor.typed.receptionist.ServiceKey;

/**
 * The metadata journal of this node's actor system. The node starts it; the persistence plugins use it. What is asked before
 * the start waits for it.
 */
public final class MetadataRaft implements Extension {
    private static final Id ID = new Id();
    private static final String DISPATCHER = "troupe.metadata.dispatcher";

    private final ActorSystem<?> system;
    private final ActorRef<ClientCommand> client;

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
    public CompletionStage<Done> start(MetadataVoter voter, Clock clock, Random random) {
        CompletableFuture<Done> started = new CompletableFuture<>();
        if (voter.votes()) {
            ActorRef<VoterCommand> self = system.systemActorOf(
                    VoterActor.create(voter, clock, random, started),
                    "metadata-voter",
                    DispatcherSelector.fromConfig(DISPATCHER));
            client.tell(new ClientCommand.Found(voter.nodeId(), self));
            system.receptionist().tell(Receptionist.register(key(voter.nodeId()), self));
            findOthers(voter, self);
        } else {
            started.complete(Done.getInstance());
            findOthers(voter, system.<VoterCommand>deadLetters());
        }
        client.tell(new ClientCommand.Configure(voter.settings(), voter.voters()));
        return started;
    }

    private void findOthers(MetadataVoter voter, ActorRef<VoterCommand> self) {
        for (int node : voter.voters()) {
            if (node != voter.nodeId()) {
                system.systemActorOf(finder(node, self), "metadata-finder-" + node, Props.empty());
            }
        }
    }

    /** Tells the voter and the client of this node where another voter is. */
    private Behavior<Receptionist.Listing> finder(int node, ActorRef<VoterCommand> self) {
        return Behaviors.setup(context -> {
            context.getSystem().receptionist().tell(Receptionist.subscribe(key(node), context.getSelf()));
            return Behaviors.receiveMessage(listing -> {
                listing.getServiceInstances(key(node)).stream()
                        .findFirst()
                        .ifPresentOrElse(
                                other -> {
                                    self.tell(new VoterCommand.Found(node, other));
                                    client.tell(new ClientCommand.Found(node, other));
                                },
                                () -> {
                                    self.tell(new VoterCommand.Lost(node));
                                    client.tell(new ClientCommand.Lost(node));
                                });
                return Behaviors.same();
            });
        });
    }

    private static ServiceKey<VoterCommand> key(int node) {
        return ServiceKey.create(VoterCommand.class, "troupe-metadata-voter-" + node);
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
