package dev.troupe.persistence.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel to a {@link MemoryFile}; what logs do not use of a channel, it refuses. */
final class MemoryChannel extends FileChannel {
    private final MemoryFile file;
    private long position;

    MemoryChannel(MemoryFile file) {
        this.file = file;
    }

    @Override
    public int read(ByteBuffer target, long at) {
        int available = (int) Math.min(target.remaining(), file.bytes().length - at);
        if (available <= 0) {
            return -1;
        }
        target.put(file.bytes(), (int) at, available);
        return available;
    }

    @Override
    public int write(ByteBuffer source, long at) throws IOException {
        byte[] added = new byte[source.remaining()];
        source.duplicate().get(added);
        file.write(added, at);
        source.position(source.limit());
        return added.length;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int written = write(source, position);
        position += written;
        return written;
    }

    @Override
    public long size() {
        return file.bytes().length;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        file.truncate(size);
        position = Math.min(position, size);
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        file.force();
    }

    @Override
    public int read(ByteBuffer target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public FileChannel position(long next) {
        position = next;
        return this;
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long to, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long from, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long from, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void implCloseChannel() {}
}
