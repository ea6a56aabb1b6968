package dev.troupe.cluster.kafka;

import io.netty.channel.DefaultFileRegion;
import java.nio.channels.FileChannel;

/** A part of a file that others read as well: unlike its parent it leaves the channel open when it has been sent. */
final class SharedFileRegion extends DefaultFileRegion {

    SharedFileRegion(FileChannel channel, long position, long count) {
        super(channel, position, count);
    }

    @Override
    protected void deallocate() {
        // The channel belongs to the segment.
    }
}
