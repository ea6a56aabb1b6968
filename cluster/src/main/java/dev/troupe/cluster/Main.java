package dev.troupe.cluster;

import com.typesafe.config.ConfigFactory;
import dev.troupe.cluster.cli.TroupeCommand;

/** Where the process begins: {@code bin/troupe} hands its arguments on to here. */
public final class Main {
    private Main() {}

    /** Runs one command; the exit status is 0 for success, 1 for failure and 2 for a mistake in what was typed or set. */
    public static void main(String[] arguments) {
        readReferenceAhead();
        System.exit(TroupeCommand.run(arguments));
    }

    /** Reading the libraries' settings and reading the command line take as long as each other: do both at once. */
    private static void readReferenceAhead() {
        Thread.ofPlatform().daemon().name("read-ahead").start(ConfigFactory::defaultReference);
    }
}
