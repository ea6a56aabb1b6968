package dev.troupe.cluster.cli;

import java.util.List;
import java.util.stream.Collectors;

/** How replicas and numbers of things are written for people. */
final class Replication {
    private Replication() {}

    /** Broker ids: {@code 1,2,3}. */
    static String text(List<Integer> brokers) {
        return brokers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** {@code 1 partition}, {@code 2 partitions}. */
    static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
