// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.records.journal.Journal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A ledger is read in blocks of whole lines, whatever their lengths and however it is delivered.
class LedgerChunksTest {
  /// Delivers at most so many bytes at once, and counts.
  private static final class Slow implements LedgerReading {
    private final LedgerReading bytes;
    private final int most;
    final AtomicInteger reads = new AtomicInteger();

    Slow(byte[] bytes, int most) {
      this.bytes = LedgerReading.of(bytes);
      this.most = most;
    }

    @Override
    public long size() throws IOException {
      return bytes.size();
    }

    @Override
    public int read(long at, byte[] into, int from, int length) throws IOException {
      reads.incrementAndGet();
      return bytes.read(at, into, from, Math.min(most, length));
    }

    @Override
    public void close() {}
  }

  private static byte[] line(int length) {
    byte[] line = new byte[length];
    Arrays.fill(line, (byte) 'x');
    line[length - 1] = '\n';
    return line;
  }

  private static byte[] lines(int... lengths) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int length : lengths) {
      all.writeBytes(line(length));
    }
    return all.toByteArray();
  }

  /// How long each block is; together they are all whole lines.
  private static List<Integer> blocks(LedgerChunks chunks, byte[] whole) throws IOException {
    List<Integer> lengths = new ArrayList<>();
    int at = 0;
    for (LedgerChunks.LedgerChunk block = chunks.next(); block != null; block = chunks.next()) {
      assertThat(Arrays.copyOf(block.bytes(), block.length()))
          .isEqualTo(Arrays.copyOfRange(whole, at, at + block.length()));
      at += block.length();
      lengths.add(block.length());
      chunks.recycle(block);
    }
    assertThat(whole.length - at).isEqualTo(chunks.torn() ? tail(whole) : 0);
    return lengths;
  }

  private static LedgerChunks.LedgerChunk next(LedgerChunks chunks) throws IOException {
    return Objects.requireNonNull(chunks.next());
  }

  private static int tail(byte[] whole) {
    int end = whole.length;
    while (end > 0 && whole[end - 1] != '\n') {
      end--;
    }
    return whole.length - end;
  }

  @Test
  void aSmallLedgerIsOneBlockOfItsOwnSize() throws IOException {
    byte[] whole = lines(10, 20);
    LedgerChunks chunks = new LedgerChunks(LedgerReading.of(whole));

    assertThat(chunks.small()).isTrue();
    LedgerChunks.LedgerChunk block = next(chunks);
    assertThat(block.bytes()).hasSize(30);
    assertThat(block.length()).isEqualTo(30);
    assertThat(chunks.next()).isNull();
    assertThat(chunks.torn()).isFalse();
  }

  @Test
  void anEmptyLedgerHasNoBlock() throws IOException {
    LedgerChunks chunks = new LedgerChunks(LedgerReading.of(new byte[0]));

    assertThat(chunks.next()).isNull();
    assertThat(chunks.torn()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {LedgerChunks.BYTES, LedgerChunks.BYTES + 1})
  void aBlockIsAMebibyte(int size) throws IOException {
    byte[] whole = lines(LedgerChunks.BYTES / 2, size - LedgerChunks.BYTES / 2);
    LedgerChunks chunks = new LedgerChunks(LedgerReading.of(whole));

    assertThat(chunks.small()).isEqualTo(size == LedgerChunks.BYTES);
    assertThat(blocks(chunks, whole))
        .hasSize(size == LedgerChunks.BYTES ? 1 : 2)
        .last()
        .isEqualTo(size == LedgerChunks.BYTES ? size : size - LedgerChunks.BYTES / 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1023, 100_000, Integer.MAX_VALUE})
  void linesAcrossBlocksStayWholeHoweverTheyAreDelivered(int most) throws IOException {
    byte[] whole = lines(most == 1 ? 300 : 700_000, 900_000 / Math.max(1, most % 7), 5, 600_001, 3);
    if (most == 1) {
      whole = lines(300, 500, 5); // one read for each byte
    }

    assertThat(blocks(new LedgerChunks(new Slow(whole, most)), whole)).isNotEmpty();
  }

  @Test
  void aLineLongerThanABlockIsOneBlock() throws IOException {
    byte[] whole = lines(7, 3 * LedgerChunks.BYTES, 9);

    assertThat(blocks(new LedgerChunks(LedgerReading.of(whole)), whole))
        .containsExactly(7, 3 * LedgerChunks.BYTES + 9);
  }

  @Test
  void theLongestLineThatMayBeIsReadAndALongerOneIsAnError() throws IOException {
    byte[] longest = line(Journal.MAX_LINE_BYTES + 1);
    assertThat(blocks(new LedgerChunks(LedgerReading.of(longest)), longest))
        .containsExactly(longest.length);

    LedgerChunks chunks =
        new LedgerChunks(LedgerReading.of(line(Journal.MAX_LINE_BYTES + LedgerChunks.BYTES)));
    assertThatThrownBy(chunks::next)
        .hasMessage(
            "a line of the ledger is longer than " + (Journal.MAX_LINE_BYTES + 1) + " bytes");
  }

  @Test
  void aLastLineWithoutItsEndIsLeftOut() throws IOException {
    byte[] whole = "one\ntwo\nthr".getBytes(StandardCharsets.US_ASCII);
    LedgerChunks chunks = new LedgerChunks(LedgerReading.of(whole));

    assertThat(blocks(chunks, whole)).containsExactly(8);
    assertThat(chunks.torn()).isTrue();
  }

  /// A writer is in the middle of its line: the ledger is read up to the end of that line.
  @Test
  void aLineThatIsBeingWrittenIsAwaited() throws IOException {
    byte[] whole = "one\ntwo\n".getBytes(StandardCharsets.US_ASCII);
    AtomicInteger looks = new AtomicInteger();
    LedgerReading growing =
        new LedgerReading() {
          @Override
          public long size() {
            return looks.incrementAndGet() < 4 ? 6 : 8;
          }

          @Override
          public int read(long at, byte[] into, int from, int length) throws IOException {
            return LedgerReading.of(whole).read(at, into, from, length);
          }

          @Override
          public void close() {}
        };
    LedgerChunks chunks = new LedgerChunks(growing);

    assertThat(looks).hasValue(4);
    assertThat(blocks(chunks, whole)).containsExactly(8);
    assertThat(chunks.torn()).isFalse();
  }

  @Test
  void aLedgerThatBecomesShorterIsAnError() throws IOException {
    byte[] whole = lines(100, 100);
    LedgerReading shorter =
        new LedgerReading() {
          @Override
          public long size() {
            return whole.length;
          }

          @Override
          public int read(long at, byte[] into, int from, int length) throws IOException {
            boolean whatIsLeft = at < 50 || at == whole.length - 1;
            return whatIsLeft
                ? LedgerReading.of(whole).read(at, into, from, Math.min(length, 50))
                : 0;
          }

          @Override
          public void close() {}
        };

    assertThatThrownBy(new LedgerChunks(shorter)::next)
        .hasMessage("the ledger became shorter while it was read");
  }

  @Test
  void aBlockThatWasGivenBackIsUsedAgain() throws IOException {
    byte[] whole = lines(900_000, 900_000, 900_000);
    LedgerChunks chunks = new LedgerChunks(LedgerReading.of(whole));
    LedgerChunks.LedgerChunk first = next(chunks);
    chunks.recycle(first);
    LedgerChunks.LedgerChunk second = next(chunks);
    LedgerChunks.LedgerChunk third = next(chunks);

    assertThat(second.bytes()).isSameAs(first.bytes());
    assertThat(third.bytes()).isNotSameAs(first.bytes());
  }
}
