package dev.troupe.protocol.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Bytes of a stored format as they once were, in {@code src/test/golden/NAME.hex} of the module under test. A test that differs
 * from its file has changed the format: give it a new version and a new file; the old file stays and must still be readable.
 * A missing file is written when the system property {@code golden.write} is set.
 */
public final class GoldenFile {
    private static final HexFormat HEX = HexFormat.of();
    private static final int BYTES_PER_LINE = 32;

    private final Path path;

    /** The golden file of that name. */
    public GoldenFile(String name) {
        this.path = Path.of("src", "test", "golden", name + ".hex");
    }

    /** Asserts that the format still writes these bytes. */
    public void assertWritten(byte[] bytes) {
        if (Boolean.getBoolean("golden.write") && !Files.exists(path)) {
            write(bytes);
        }
        assertThat(HEX.formatHex(bytes)).as("bytes as in %s", path).isEqualTo(HEX.formatHex(read()));
    }

    /** The bytes in the file. */
    public byte[] read() {
        try {
            return HEX.parseHex(String.join("", Files.readAllLines(path, StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new UncheckedIOException("golden file " + path + " is missing: run once with -Dgolden.write=true", e);
        }
    }

    private void write(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int from = 0; from < bytes.length; from += BYTES_PER_LINE) {
            text.append(HEX.formatHex(bytes, from, Math.min(bytes.length, from + BYTES_PER_LINE)))
                    .append('\n');
        }
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(path, text, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
