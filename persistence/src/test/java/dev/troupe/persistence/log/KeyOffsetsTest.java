package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyOffsetsTest {

    @Test
    void knowsTheLatestOffsetOfEachKeyAsAMapDoes() {
        KeyOffsets offsets = new KeyOffsets(1 << 20);
        Map<Integer, Long> plain = new HashMap<>();
        Random random = new Random(3);
        for (long offset = 0; offset < 20_000; offset++) {
            int key = random.nextInt(5000);
            offsets.put(key(key), offset);
            plain.put(key, offset);
        }
        plain.forEach((key, last) -> {
            assertThat(offsets.isLatest(key(key), last)).isTrue();
            assertThat(offsets.isLatest(key(key), last - 1)).isFalse();
        });
        assertThat(offsets.isLatest(key(5001), 0)).isTrue();
    }

    @Test
    void isFullBeforeItTakesMoreThanItMay() {
        KeyOffsets offsets = new KeyOffsets(24 << 11);
        int keys = 0;
        while (!offsets.isFull(1)) {
            offsets.put(key(keys), keys);
            keys++;
        }
        assertThat(keys).isEqualTo((1 << 11) * 3 / 4);
    }

    private static ByteBuffer key(int number) {
        return ByteBuffer.allocate(4).putInt(0, number);
    }
}
