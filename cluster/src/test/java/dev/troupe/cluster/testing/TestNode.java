package dev.troupe.cluster.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of {@code bin/troupe}, its output and its end; what is built is run, nothing is built again. */
public final class TestNode implements AutoCloseable {
    private static final Path SCRIPT =
            Path.of("..", "bin", "troupe").toAbsolutePath().normalize();
    private static final long PATIENCE_SECONDS = 90;

    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> banner = new CompletableFuture<>();
    private final Thread reader;

    private TestNode(Process process) {
        this.process = process;
        this.reader = Thread.ofVirtual().start(this::read);
    }

    /** Runs any command. */
    public static TestNode run(String... arguments) {
        return run(List.of(), arguments);
    }

    /** Runs any command where the words before it say. */
    static TestNode run(List<String> where, String... arguments) {
        List<String> command = new ArrayList<>(where);
        command.add(SCRIPT.toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TROUPE_SKIP_BUILD", "yes");
        builder.environment().put("TROUPE_HEAP", "256m");
        try {
            return new TestNode(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a node on free ports and waits until it is ready. */
    public static TestNode start(Path dataDir, String... more) {
        TestNode node = run(startArguments(dataDir, more));
        node.awaitReady();
        return node;
    }

    /** What starts a node on free ports; a port among {@code more} replaces the free one. */
    public static String[] startArguments(Path dataDir, String... more) {
        List<String> arguments = new ArrayList<>(List.of("start", "--data-dir", dataDir.toString()));
        arguments.addAll(List.of(more));
        for (String port : List.of("--port", "--management-port", "--artery-port")) {
            if (!arguments.contains(port)) {
                arguments.addAll(List.of(port, "0"));
            }
        }
        return arguments.toArray(String[]::new);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (line.startsWith("  try ")) {
                    banner.complete(String.join("\n", output));
                }
            }
        } catch (IOException endOfOutput) {
            // A process that is killed leaves a pipe that ends anyhow.
        }
        banner.completeExceptionally(new IllegalStateException("it ended before it was ready:\n" + output()));
    }

    /** Waits until it is ready. */
    public void awaitReady() {
        try {
            banner.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException("not ready:\n" + output(), e);
        }
    }

    /** All it has printed so far. */
    public String output() {
        return String.join("\n", output);
    }

    /** Where Kafka clients connect, as the banner tells. */
    public String kafka() {
        return told("kafka");
    }

    /** Where HTTP is served, as the banner tells. */
    public String management() {
        return told("management");
    }

    /** What the banner tells of one thing. */
    public String told(String name) {
        Matcher matcher = Pattern.compile("(?m)^  " + name + " +(\\S+)").matcher(output());
        assertThat(matcher.find()).as("%s in %s", name, output()).isTrue();
        return matcher.group(1).replaceAll(",$", "");
    }

    /** The node's process. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** SIGTERM, and waits for the end; what it says meanwhile is heard, which {@link Process#destroy} would prevent. */
    public int stop() {
        process.toHandle().destroy();
        return awaitEnd();
    }

    /** SIGKILL, and waits for the end. */
    public void kill() {
        process.toHandle().destroyForcibly();
        awaitEnd();
    }

    /** Sends it a signal by name. */
    void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
            assertThat(kill.waitFor()).as("SIG%s", name).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the end by itself; the exit status. */
    public int awaitEnd() {
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("ends: %s", output())
                    .isTrue();
            reader.join();
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
