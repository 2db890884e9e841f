// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.DisplayText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Nothing that acts upon a terminal passes, in whatever pieces it comes.
class InertOutputTest {
  private static final String TEXT =
      "plain\ttext\n\u001b[31m ä\u0085ß 漢\u202e字 😀\u009b"
          + Character.toString(0xE0041)
          + "\r\u034f end\u007f";

  @Test
  void textIsTheSameInWhateverPiecesItComes() throws IOException {
    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    SplittableRandom random = new SplittableRandom(Long.getLong("seed", 20_261_122L));
    for (int round = 0; round < 500; round++) {
      ByteArrayOutputStream screen = new ByteArrayOutputStream();
      InertOutput output = new InertOutput(screen);
      int at = 0;
      while (at < bytes.length) {
        int length = Math.min(bytes.length - at, 1 + random.nextInt(5));
        output.write(bytes, at, length);
        at += length;
      }
      output.flush();
      assertThat(screen.toString(StandardCharsets.UTF_8)).isEqualTo(DisplayText.text(TEXT));
    }
  }

  @Test
  void bytesThatAreNoTextDoNotHoldUpWhatFollows() throws IOException {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    InertOutput output = new InertOutput(screen);
    output.write(new byte[] {(byte) 0x9B, '3', '1', 'm', (byte) 0xC2});
    output.write(new byte[] {'a', (byte) 0xF0, (byte) 0x9F});
    output.write("ok\n".getBytes(StandardCharsets.UTF_8));
    assertThat(screen.toString(StandardCharsets.UTF_8)).isEqualTo("\uFFFD31m\uFFFDa\uFFFDok\n");
  }
}
