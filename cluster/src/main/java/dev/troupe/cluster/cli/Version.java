package dev.troupe.cluster.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of this build. */
public final class Version implements IVersionProvider {
    /** As the build wrote it into the jar. */
    public static String text() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "(not packaged)");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"Troupe " + text()};
    }
}
