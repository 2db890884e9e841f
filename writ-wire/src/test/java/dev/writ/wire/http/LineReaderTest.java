// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.testkit.Gen;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LineReaderTest {
  private static List<String> lines(InputStream in) {
    try {
      LineReader lines = new LineReader(in);
      List<String> all = new ArrayList<>();
      for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
        all.add(line.get());
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A stream that gives at most so many bytes at a time.
  private static InputStream slow(String text, int most) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
      @Override
      public synchronized int read(byte[] to, int from, int wanted) {
        return super.read(to, from, Math.min(wanted, most));
      }
    };
  }

  @Test
  void allLineEnds() {
    assertThat(lines(slow("a\nb\r\nc\rd\n\n\r\n\re", 99)))
        .containsExactly("a", "b", "c", "d", "", "", "", "e");
    assertThat(lines(slow("", 99))).isEmpty();
    assertThat(lines(slow("\n", 99))).containsExactly("");
  }

  /// WHATWG HTML 9.2.5: one byte order mark at the beginning is no part of the stream.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 99})
  void aByteOrderMarkBeginsNoLine(int piece) {
    assertThat(lines(slow("\uFEFFdata: a\n\uFEFFb\n", piece)))
        .containsExactly("data: a", "\uFEFFb");
    assertThat(lines(slow("\uFEFF\uFEFFa", piece))).containsExactly("\uFEFFa");
    assertThat(lines(slow("\uFEFF", piece))).isEmpty();
  }

  @Test
  void piecesMakeNoDifference() {
    Gen<String> texts =
        Gen.oneOf("\r", "\n", "\r\n", "a", "ä\uD83D\uDE00", "")
            .list(20)
            .map(l -> String.join("", l));
    Gen.check(
        500,
        texts,
        text -> {
          List<String> whole = lines(slow(text, 1000));
          return whole.equals(lines(slow(text, 1))) && whole.equals(text.lines().toList());
        });
  }

  @Test
  void anEndlessLineEnds() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'a';
          }
        };
    assertThatThrownBy(() -> new LineReader(endless).next())
        .isInstanceOf(LineReader.LineTooLong.class);
  }
}
