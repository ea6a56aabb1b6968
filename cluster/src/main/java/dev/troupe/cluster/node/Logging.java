package dev.troupe.cluster.node;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** How much this node says: its own parts as the operator wishes, libraries from warnings on. */
final class Logging {
    private static final String OURS = "dev.troupe";

    private Logging() {}

    static void configure(String level) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger(OURS).setLevel(Level.toLevel(level));
        }
    }
}
