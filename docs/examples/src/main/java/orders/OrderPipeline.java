package orders;

import com.typesafe.config.ConfigFactory;
import dev.troupe.actors.client.NewRecord;
import dev.troupe.actors.client.Troupe;
import dev.troupe.actors.consumer.CommittableRecord;
import dev.troupe.actors.consumer.ConsumedRecord;
import dev.troupe.actors.consumer.ConsumerSettings;
import dev.troupe.actors.consumer.ConsumerSettings.OffsetReset;
import dev.troupe.actors.consumer.assignor.Assignor;
import dev.troupe.protocol.ErrorCode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.Done;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;

/**
 * Orders come in, each becomes an invoice, invoices go out and are counted.
 *
 * <p>A producer writes orders. A group of two members reads them as streams: what it makes of an order is written before the order
 * is committed, so that no order is lost, whoever dies when. A consumer actor counts the invoices; its listener is told which
 * partitions come and go. Its arguments are the Artery addresses of some nodes:
 *
 * <pre>java -cp 'docs/examples/target/classes:cluster/target/lib/*' orders.OrderPipeline 127.0.0.1:7355</pre>
 */
public final class OrderPipeline {
    private static final Set<String> ORDERS = Set.of("orders");
    private static final Set<String> INVOICES = Set.of("invoices");
    private static final int PARTITIONS = 4;

    private final ActorSystem<?> system;
    private final Troupe troupe;

    private OrderPipeline(ActorSystem<?> system) {
        this.system = system;
        this.troupe = Troupe.get(system);
    }

    /** Runs until it is stopped. */
    public static void main(String[] nodes) {
        // A member of the brokers' cluster, but no broker: it finds controller, leaders and coordinators by itself.
        ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "troupe", ConfigFactory.load("troupe-client"));
        List<Address> seeds = Arrays.stream(nodes).map(OrderPipeline::address).toList();
        Cluster.get(system).manager().tell(new JoinSeedNodes(seeds));
        OrderPipeline pipeline = new OrderPipeline(system);
        pipeline.createTopics()
                .thenRun(() -> {
                    pipeline.takeOrders();
                    pipeline.writeInvoices("clerk-1");
                    pipeline.countInvoices();
                    // A colleague comes: the group rebalances, and the first clerk gives up half of its partitions.
                    system.scheduler()
                            .scheduleOnce(
                                    Duration.ofSeconds(10),
                                    () -> pipeline.writeInvoices("clerk-2"),
                                    system.executionContext());
                })
                .exceptionally(failure -> {
                    System.err.println("cannot begin: " + failure.getMessage());
                    system.terminate();
                    return null;
                });
    }

    private static Address address(String node) {
        String[] hostAndPort = node.split(":");
        return new Address("pekko", "troupe", hostAndPort[0], Integer.parseInt(hostAndPort[1]));
    }

    private CompletionStage<Done> createTopics() {
        return create("orders").thenCompose(_ -> create("invoices"));
    }

    private CompletionStage<Done> create(String topic) {
        return troupe.admin().createTopic(topic, PARTITIONS, -1).thenApply(result -> {
            if (result.error() != ErrorCode.NONE && result.error() != ErrorCode.TOPIC_ALREADY_EXISTS) {
                throw new IllegalStateException(topic + ": " + result.error() + " " + result.message());
            }
            return Done.getInstance();
        });
    }

    /** Ten orders a second. All orders of one customer go to one partition, so they stay in order. */
    private void takeOrders() {
        Source.tick(Duration.ZERO, Duration.ofMillis(100), NotUsed.getInstance())
                .zipWithIndex()
                .map(tick -> NewRecord.ofText("orders", "customer-" + tick.second() % 7, "order-" + tick.second()))
                .via(troupe.sending(50))
                .runWith(Sink.ignore(), system);
    }

    /** Reads orders as a member of the group, writes their invoices, and commits what is written. */
    private void writeInvoices(String name) {
        ConsumerSettings clerk = ConsumerSettings.ofGroup("clerks")
                .withClientId(name)
                .withReset(OffsetReset.EARLIEST)
                .withAssignors(Assignor.COOPERATIVE_STICKY);
        troupe.committable(clerk, ORDERS)
                .mapAsync(50, order -> troupe.send(invoice(order.record())).thenApply(_ -> order))
                .via(CommittableRecord.committing(100, Duration.ofSeconds(1)))
                .runForeach(committed -> System.out.println(name + " has committed " + committed), system)
                .exceptionally(failure -> {
                    System.err.println(name + " ends: " + failure.getMessage());
                    return Done.getInstance();
                });
    }

    private static NewRecord invoice(ConsumedRecord order) {
        return NewRecord.ofText("invoices", order.keyText(), "invoice of " + order.valueText());
    }

    /** The same by messages: {@link InvoiceCounter} polls, and is its own listener's source of news. */
    private void countInvoices() {
        ActorRef<InvoiceCounter.Message> counter =
                system.systemActorOf(InvoiceCounter.create(), "invoice-counter", Props.empty());
        counter.tell(new InvoiceCounter.Start(INVOICES));
    }
}
