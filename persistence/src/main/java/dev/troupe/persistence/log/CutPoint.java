package dev.troupe.persistence.log;

import java.io.IOException;

/**
 * Where to cut a segment so that nothing at or above an offset is left.
 *
 * @param offset where the log then ends: the offset wanted, or the base of the batch that holds it
 * @param position where the segment then ends
 * @param afterGap whether compaction has taken what lay before {@code offset}, so that the segment alone does not tell it
 */
record CutPoint(long offset, long position, boolean afterGap) {

    static CutPoint find(Segment segment, long offset) throws IOException {
        long end = segment.baseOffset();
        if (segment.size() == 0) {
            return new CutPoint(offset, 0, end < offset);
        }
        BatchScan scan = segment.scanFor(offset - 1, segment.size());
        for (; scan.atBatch() && scan.header().lastOffset() < offset; scan.advance()) {
            end = scan.header().nextOffset();
        }
        boolean more = segment.seek(scan, offset, Long.MAX_VALUE);
        long cut = more ? Math.min(offset, scan.header().baseOffset()) : offset;
        return new CutPoint(cut, scan.position(), end < cut);
    }
}
