package dev.troupe.cluster.cli;

import dev.troupe.cluster.config.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several nodes as processes of this machine, for trying things. Each has a folder {@code node-N} in that of the cluster, with its
 * data, what it said ({@code log}) and its process ({@code pid}: number and time of start, as numbers are given out again).
 *
 * @param folder of the cluster
 */
record LocalCluster(Path folder) {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long LOOK_AGAIN_MS = 200;
    private static final String READY = "\n  try ";

    /** Where the ports of the first node are; the next node has the next ports. */
    record Ports(int kafka, int management, int artery) {}

    /**
     * Starts so many nodes and waits until all are ready.
     *
     * @param script {@code bin/troupe}
     * @return where Kafka clients connect
     * @throws StartFailure if one does not become ready; those that were started are stopped then
     */
    String start(Path script, int count, Ports ports) throws IOException, InterruptedException {
        refuseIfRunning();
        Map<Integer, ProcessHandle> started = new TreeMap<>();
        for (int id = 1; id <= count; id++) {
            started.put(id, start(script, id, count, ports));
        }
        try {
            for (Map.Entry<Integer, ProcessHandle> node : started.entrySet()) {
                awaitReady(node.getKey(), node.getValue());
            }
        } catch (StartFailure failure) {
            stop();
            throw failure;
        }
        return String.join(
                ",",
                IntStream.range(0, count)
                        .mapToObj(n -> "127.0.0.1:" + (ports.kafka + n))
                        .toList());
    }

    private ProcessHandle start(Path script, int id, int count, Ports ports) throws IOException {
        Path node = Files.createDirectories(folder.resolve("node-" + id));
        List<String> command = new ArrayList<>(List.of(script.toString(), "start", "--node-id", String.valueOf(id)));
        command.addAll(List.of("--data-dir", node.resolve("data").toString()));
        command.addAll(List.of("--port", String.valueOf(ports.kafka + id - 1)));
        command.addAll(List.of("--management-port", String.valueOf(ports.management + id - 1)));
        command.addAll(List.of("--artery-port", String.valueOf(ports.artery + id - 1)));
        for (int seed = 0; seed < count; seed++) {
            command.addAll(List.of("--seed", "127.0.0.1:" + (ports.artery + seed)));
        }
        ProcessHandle process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(node.resolve("log").toFile())
                .start()
                .toHandle();
        Files.writeString(node.resolve("pid"), process.pid() + " " + startOf(process));
        return process;
    }

    private void awaitReady(int id, ProcessHandle process) throws IOException, InterruptedException {
        Path log = folder.resolve("node-" + id).resolve("log");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.readString(log).contains(READY)) {
            if (!process.isAlive()) {
                throw new StartFailure("node " + id + " ended before it was ready: "
                        + Files.readString(log).lines().reduce("", (before, line) -> line));
            }
            if (System.nanoTime() - deadline > 0) {
                throw new StartFailure("node " + id + " is not ready after " + PATIENCE.toSeconds() + " s; see " + log);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MS);
        }
    }

    private void refuseIfRunning() throws IOException {
        if (!running().isEmpty()) {
            throw new StartFailure("nodes in " + folder + " run already; stop them with troupe cluster stop --dir "
                    + folder + ", or choose another folder");
        }
    }

    /** Stops all nodes that run, in order, and waits for their end; how many they were. */
    int stop() throws IOException {
        Map<Path, ProcessHandle> running = running();
        running.values().forEach(ProcessHandle::destroy);
        running.values().forEach(process -> process.onExit().join());
        for (Path pid : running.keySet()) {
            Files.delete(pid);
        }
        return running.size();
    }

    private Map<Path, ProcessHandle> running() throws IOException {
        Map<Path, ProcessHandle> running = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> nodes = Files.list(folder)) {
                for (Path pid : nodes.map(node -> node.resolve("pid"))
                        .filter(Files::exists)
                        .toList()) {
                    process(Files.readString(pid)).ifPresent(process -> running.put(pid, process));
                }
            }
        }
        return running;
    }

    private static Optional<ProcessHandle> process(String pid) {
        String[] parts = pid.strip().split(" ");
        return ProcessHandle.of(Long.parseLong(parts[0]))
                .filter(ProcessHandle::isAlive)
                .filter(process -> startOf(process).equals(parts[1]));
    }

    private static String startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }
}
