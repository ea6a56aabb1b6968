package dev.troupe.cluster.cli;

import dev.troupe.cluster.kafka.admin.LoadTest.Result;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe perf}: measures a cluster from this machine with Kafka's Java clients. */
@Command(
        name = "perf",
        description = "Measures how fast records are written and read from here.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class PerfCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    /** No command was named: say which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(name = "produce", description = "Writes records of random bytes.", mixinStandardHelpOptions = true)
    void produce(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", description = "Where to.") String topic,
            @Option(names = "--records", paramLabel = "N", defaultValue = "1000000", description = "How many.")
                    int records,
            @Option(names = "--size", paramLabel = "BYTES", defaultValue = "100", description = "Of each value.")
                    int size,
            @Option(names = "--acks", paramLabel = "N", defaultValue = "all", description = "0, 1 or all.") String acks,
            @Option(
                            names = "--rate",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "Records a second; 0 is no limit.")
                    int rate) {
        Progress progress = new Progress(spec.commandLine().getErr(), records, "records");
        Result result = cluster.load(load -> load.produce(topic, records, size, acks, rate, progress::at));
        progress.end();
        show(output, result);
    }

    @Command(name = "consume", description = "Reads records from the beginning.", mixinStandardHelpOptions = true)
    void consume(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", description = "Where from.") String topic,
            @Option(names = "--records", paramLabel = "N", defaultValue = "1000000", description = "How many at most.")
                    int records) {
        Progress progress = new Progress(spec.commandLine().getErr(), records, "records");
        Result result = cluster.load(load -> load.consume(topic, records, progress::at));
        progress.end();
        show(output, result);
    }

    private static void show(Output output, Result result) {
        if (output.isJson()) {
            output.json(result);
            return;
        }
        output.table(
                List.of("RECORDS", "SECONDS", "RECORDS/S", "MB/S", "P50 MS", "P99 MS", "MAX MS"),
                List.of(Arrays.<@Nullable Object>asList(
                        result.records(),
                        number(result.seconds()),
                        Math.round(result.recordsPerSecond()),
                        number(result.megabytesPerSecond()),
                        latency(result.p50Ms()),
                        latency(result.p99Ms()),
                        latency(result.maxMs()))));
    }

    private static @Nullable String latency(@Nullable Double ms) {
        return ms == null ? null : number(ms);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
