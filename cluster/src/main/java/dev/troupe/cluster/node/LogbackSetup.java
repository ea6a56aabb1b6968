package dev.troupe.cluster.node;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import org.slf4j.Logger;

/** Logging to standard output, one line for one event; in code, as reading XML takes a tenth of a node's start. */
public final class LogbackSetup extends ContextAwareBase implements Configurator {
    private static final String LINE =
            "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level %logger{0}: %msg%replace( %kvp){'^ $', ''}%n";

    @Override
    public ExecutionStatus configure(LoggerContext logging) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(logging);
        encoder.setPattern(LINE);
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(logging);
        console.setName("console");
        console.setEncoder(encoder);
        console.start();
        ch.qos.logback.classic.Logger root = logging.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console);
        // It warns of every stop that it was asked for.
        logging.getLogger("io.microraft").setLevel(Level.ERROR);
        // It warns of every attempt to connect to a node that is down.
        logging.getLogger("org.apache.pekko.stream.Materializer").setLevel(Level.ERROR);
        // They warn of each message of a node that was removed, on either side; Neighbours and NodeProcess tell it
        // once.
        for (String each : List.of(
                "remote.artery.ArteryTransport",
                "remote.artery.Association",
                "remote.artery.FlushBeforeDeathWatchNotification",
                "remote.artery.compress",
                "cluster.sbr")) {
            logging.getLogger("org.apache.pekko." + each).setLevel(Level.ERROR);
        }
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
