package dev.troupe.persistence.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataJournalTest {

    @TempDir
    private Path directory;

    @Test
    void anEntityIsBackAfterARestartWithSnapshotsAndDeletedEvents() throws Exception {
        try (MetadataNode node = new MetadataNode(directory)) {
            assertThat(add(node, spawn(node, "a"), 50)).isEqualTo(new Account.Sum(50, 50));
            assertThat(add(node, spawn(node, "b"), 3)).isEqualTo(new Account.Sum(3, 3));
        }
        try (MetadataNode node = new MetadataNode(directory)) {
            assertThat(sum(node, spawn(node, "a"))).isEqualTo(new Account.Sum(50, 50));
            assertThat(sum(node, spawn(node, "b"))).isEqualTo(new Account.Sum(3, 3));
            assertThat(add(node, spawn(node, "a"), 1)).isEqualTo(new Account.Sum(51, 51));
        }
    }

    @Test
    void whatWasAcknowledgedIsThereThoughNothingWasClosed() throws Exception {
        Path copy = Files.createDirectory(directory.resolve("copy"));
        try (MetadataNode node = new MetadataNode(directory.resolve("live"))) {
            add(node, spawn(node, "a"), 30);
            copyFiles(directory.resolve("live"), copy);
        }
        try (MetadataNode node = new MetadataNode(copy)) {
            assertThat(sum(node, spawn(node, "a"))).isEqualTo(new Account.Sum(30, 30));
        }
    }

    @Test
    void anEntityThatAnotherIncarnationHasFollowedStops() throws Exception {
        try (MetadataNode node = new MetadataNode(directory)) {
            ActorRef<Account.Command> deposed = spawn(node, "a");
            add(node, deposed, 1);
            ActorRef<Account.Command> successor = spawn(node, "a");
            add(node, successor, 1);

            TestProbe<Account.Sum> probe = node.testKit().createTestProbe(Account.Sum.class);
            deposed.tell(new Account.Add(100, probe.getRef()));
            probe.expectTerminated(deposed);
            probe.expectNoMessage();
            assertThat(sum(node, successor)).isEqualTo(new Account.Sum(2, 2));
        }
    }

    @Test
    void manyEntitiesWriteAtOnce() throws Exception {
        try (MetadataNode node = new MetadataNode(directory)) {
            TestProbe<Account.Sum> probe = node.testKit().createTestProbe(Account.Sum.class);
            List<ActorRef<Account.Command>> all = IntStream.range(0, 50)
                    .mapToObj(i -> spawn(node, "many-" + i))
                    .toList();
            for (int round = 0; round < 10; round++) {
                all.forEach(each -> each.tell(new Account.Add(1, probe.getRef())));
            }
            probe.receiveSeveralMessages(500);
            assertThat(sum(node, all.getLast())).isEqualTo(new Account.Sum(10, 10));
        }
    }

    @Test
    void aRefusalNamesTheReason() throws Exception {
        try (MetadataNode node = new MetadataNode(directory)) {
            StoredEvent second =
                    new StoredEvent(2, 0, "w", "", new StoredEvent.Payload(7, "m", ByteString.emptyByteString()));
            assertThat(node.write(new JournalOperation.Append("x", "w", List.of(second))))
                    .isEqualTo(new JournalAnswer.Refused("x: event 2 where 1 is next"));
        }
    }

    @Test
    void theFileOfAnotherNodeIsRefused() throws Exception {
        new MetadataNode(directory).close();
        assertThatThrownBy(() -> new MetadataNode(directory, 2))
                .hasMessageContaining("belongs to node 1, this is node 2");
    }

    private static ActorRef<Account.Command> spawn(MetadataNode node, String id) {
        return node.testKit().spawn(Account.create(id));
    }

    private static Account.Sum add(MetadataNode node, ActorRef<Account.Command> account, int times) {
        TestProbe<Account.Sum> probe = node.testKit().createTestProbe(Account.Sum.class);
        for (int i = 0; i < times; i++) {
            account.tell(new Account.Add(1, probe.getRef()));
        }
        return probe.receiveSeveralMessages(times).getLast();
    }

    private static Account.Sum sum(MetadataNode node, ActorRef<Account.Command> account) {
        TestProbe<Account.Sum> probe = node.testKit().createTestProbe(Account.Sum.class);
        account.tell(new Account.Get(probe.getRef()));
        return probe.receiveMessage();
    }

    /** What a machine would find on its disk if the process were killed now. */
    private static void copyFiles(Path from, Path to) throws IOException {
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
