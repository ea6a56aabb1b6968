package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A file system in memory that stops the machine when told to: what was written and not forced to disk may then be lost or cut
 * off anywhere, what was forced is there. Names survive at once, as those of a journaling file system do.
 */
final class FaultyFiles implements Files {
    private final Map<Path, MemoryFile> files = new HashMap<>();
    private final Set<Path> folders = new HashSet<>();
    private int movesLeft = Integer.MAX_VALUE;
    private int writesLeft = Integer.MAX_VALUE;
    private int operationsLeft = Integer.MAX_VALUE;
    private boolean failing;
    private boolean failingForces;
    private long usableSpace = Long.MAX_VALUE;

    /** The machine stopped. */
    static final class Crash extends IOException {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("the machine stopped");
        }
    }

    /** The machine stops instead of the rename after so many more. */
    void crashAfterMoves(int moves) {
        movesLeft = moves;
    }

    /** The machine stops within the write after so many more. */
    void crashAfterWrites(int writes) {
        writesLeft = writes;
    }

    /** The machine stops instead of the operation after so many more, be it a write, a rename, a deletion or anything else. */
    void crashAfterOperations(int operations) {
        operationsLeft = operations;
    }

    private void operate() throws Crash {
        if (operationsLeft-- <= 0) {
            throw new Crash();
        }
    }

    /** Counts a cut of a file. */
    void truncating() throws Crash {
        operate();
    }

    /** From now on no file can be written or forced. */
    void failWrites(boolean fail) {
        failing = fail;
    }

    /** From now on what is written cannot be forced. */
    void failForces(boolean fail) {
        failingForces = fail;
    }

    void setUsableSpace(long bytes) {
        usableSpace = bytes;
    }

    /** Counts a force; true where the machine stops in it. */
    boolean stopsInForce() throws IOException {
        if (failingForces) {
            throw new IOException("the disk fails");
        }
        return stopsInWrite();
    }

    /** Works again, with all that was written. */
    void repair() {
        movesLeft = Integer.MAX_VALUE;
        writesLeft = Integer.MAX_VALUE;
        operationsLeft = Integer.MAX_VALUE;
        failing = false;
        failingForces = false;
    }

    /** Works again after the power was gone: of what was not forced, any part may be missing from the end. */
    void losePower(RandomGenerator random) {
        repair();
        files.values().forEach(file -> file.forget(random));
    }

    /** The bytes of a file, to be damaged at will. */
    MemoryFile file(Path path) {
        return Objects.requireNonNull(files.get(path));
    }

    /** Counts a write; true where the machine stops in it. */
    boolean stopsInWrite() throws IOException {
        if (failing) {
            throw new IOException("the disk fails");
        }
        boolean lastOperation = operationsLeft-- <= 0;
        return writesLeft-- <= 0 || lastOperation;
    }

    @Override
    public FileChannel open(Path file, boolean create) throws IOException {
        MemoryFile opened = files.get(file);
        if (opened == null) {
            if (!create) {
                throw new NoSuchFileException(file.toString());
            }
            operate();
            opened = new MemoryFile(this);
            files.put(file, opened);
        }
        return new MemoryChannel(opened);
    }

    @Override
    public List<String> list(Path folder) {
        List<String> names = new ArrayList<>();
        files.keySet().stream().filter(path -> folder.equals(path.getParent())).forEach(path -> names.add(name(path)));
        folders.stream().filter(path -> folder.equals(path.getParent())).forEach(path -> names.add(name(path)));
        return names;
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    @Override
    public boolean exists(Path path) {
        return files.containsKey(path) || folders.contains(path);
    }

    @Override
    public long size(Path file) throws IOException {
        return open(file, false).size();
    }

    @Override
    public void createFolders(Path folder) {
        for (Path at = folder; at != null; at = at.getParent()) {
            folders.add(at);
        }
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        operate();
        if (movesLeft-- <= 0) {
            throw new Crash();
        }
        if (folders.remove(from)) {
            folders.add(to);
            for (Path path : List.copyOf(files.keySet())) {
                if (from.equals(path.getParent())) {
                    files.put(to.resolve(name(path)), files.remove(path));
                }
            }
        } else if (files.containsKey(from)) {
            files.put(to, files.remove(from));
        } else {
            throw new NoSuchFileException(from.toString());
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        operate();
        files.remove(path);
        folders.remove(path);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        operate();
    }

    @Override
    public ByteBuffer map(Path file) throws IOException {
        FileChannel channel = open(file, false);
        ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
        BatchScan.readFully(channel, bytes, 0);
        return bytes.flip().asReadOnlyBuffer();
    }

    @Override
    public long usableSpace(Path folder) {
        return usableSpace;
    }

    @Override
    public long lastModifiedMs(Path file) {
        return 1_000_000;
    }
}
