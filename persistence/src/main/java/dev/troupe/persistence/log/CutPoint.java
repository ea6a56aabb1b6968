package dev.troupe.persistence.log;

import java.io.IOException;

/**
 * Where to cut a segment so that nothing at or above an offset is left.
 *
 * @param offset where the log then ends: the offset wanted, or the base of the batch that holds it
 * @param position where the segment then ends
 */
record CutPoint(long offset, long position) {

    static CutPoint find(Segment segment, long offset) throws IOException {
        if (segment.size() == 0) {
            return new CutPoint(Math.max(offset, segment.baseOffset()), 0);
        }
        BatchScan scan = new BatchScan(segment.channel(), segment.offsets().positionFor(offset), segment.size());
        while (scan.atBatch() && scan.header().lastOffset() < offset) {
            scan.advance();
        }
        return scan.atBatch() && scan.header().baseOffset() < offset
                ? new CutPoint(scan.header().baseOffset(), scan.position())
                : new CutPoint(offset, scan.position());
    }
}
