package dev.troupe.protocol.record;

import java.util.concurrent.Callable;

/** Runs steps of a decompressor, which tells of bad input by whatever exception its own parser met. */
final class Decompression {
    private Decompression() {}

    /**
     * Runs one step.
     *
     * @throws BadRecords if it failed
     */
    static <T> T step(Callable<T> step) throws BadRecords {
        try {
            return step.call();
        } catch (BadRecords bad) {
            throw bad;
        } catch (VirtualMachineError fatal) {
            throw fatal;
        } catch (Exception | Error bad) {
            // Snappy has an Error of its own for bad input.
            throw new BadRecords("the records do not decompress: " + bad.getMessage());
        }
    }
}
