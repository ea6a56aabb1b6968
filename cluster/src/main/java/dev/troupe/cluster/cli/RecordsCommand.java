package dev.troupe.cluster.cli;

import dev.troupe.cluster.kafka.admin.RecordClient.From;
import dev.troupe.cluster.kafka.admin.TextRecord;
import dev.troupe.cluster.management.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe records}: writes lines, and reads records as lines. */
@Command(
        name = "records",
        description = "Records: writes them from lines of text, and shows them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class RecordsCommand implements Runnable {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    /** No command was named: say which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "produce",
            description = "Writes a record for each line of standard input.",
            mixinStandardHelpOptions = true)
    void produce(
            @Mixin ClusterOptions cluster,
            @Parameters(paramLabel = "TOPIC", description = "Where to.") String topic,
            @Option(
                            names = "--key-separator",
                            paramLabel = "TEXT",
                            description = "What stands before it in a line is the record's key.")
                    @Nullable
                    String separator) {
        long[] count = {0};
        cluster.withRecords(client -> {
            client.write(
                    topic,
                    sink -> lines(line -> {
                        int at = separator == null ? -1 : line.indexOf(separator);
                        if (separator != null && at >= 0) {
                            sink.write(line.substring(0, at), line.substring(at + separator.length()));
                        } else {
                            sink.write(null, line);
                        }
                        count[0]++;
                    }));
            return client;
        });
        spec.commandLine().getErr().println(Replication.count((int) count[0], "record") + " written to " + topic);
        spec.commandLine().getErr().flush();
    }

    private static void lines(Consumer<String> take) {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                take.accept(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        }
    }

    @Command(
            name = "consume",
            description = "Shows what a topic has, from its beginning to its end.",
            mixinStandardHelpOptions = true)
    void consume(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", description = "Which topic.") String topic,
            @Option(names = "--max", paramLabel = "N", description = "So many records at most.") @Nullable Long max,
            @Option(
                            names = "--group",
                            paramLabel = "GROUP",
                            description = "Reads on where the group is, and commits; ends when nothing comes for 10 s.")
                    @Nullable
                    String group,
            @Option(names = "--follow", description = "Waits for more at the end, until it is stopped.")
                    boolean follow) {
        Predicate<TextRecord> show = shower(output, max == null ? Long.MAX_VALUE : max);
        cluster.withRecords(client -> {
            if (group == null) {
                client.read(topic, From.EARLIEST, 0, follow, show);
            } else {
                client.readAsMember(topic, group, follow ? Duration.ofDays(1000) : SILENCE, show);
            }
            return client;
        });
    }

    @Command(
            name = "tail",
            description = "Shows the last records of each partition, and those that come, until it is stopped.",
            mixinStandardHelpOptions = true)
    void tail(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", description = "Which topic.") String topic,
            @Option(names = "--last", paramLabel = "N", defaultValue = "10", description = "How many (default: 10).")
                    long last,
            @Option(names = "--no-follow", description = "Ends with the last one.") boolean ends) {
        cluster.withRecords(client -> {
            client.read(topic, From.END, last, !ends, shower(output, Long.MAX_VALUE));
            return client;
        });
    }

    /** Shows records as they come: a line of JSON each, or partition, offset, key and value. */
    private static Predicate<TextRecord> shower(Output output, long most) {
        long[] left = {most};
        return record -> {
            if (output.isJson()) {
                output.line(Json.line(record));
            } else {
                output.line(record.partition() + ":" + record.offset() + "\t"
                        + (record.key() == null ? "" : record.key() + "\t")
                        + (record.value() == null ? "(deleted)" : record.value()));
            }
            return --left[0] > 0;
        };
    }
}
