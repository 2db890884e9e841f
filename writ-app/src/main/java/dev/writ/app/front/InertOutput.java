// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.base.value.DisplayText;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The one way of text to the screen: whatever a command prints and didn't make inert is made inert
/// here. Text is UTF-8 and may be written in any pieces.
public final class InertOutput extends FilterOutputStream {
  private static final int CONTINUATION = 0b1000_0000;
  private static final int CONTINUATION_MASK = 0b1100_0000;
  private static final int LONGEST = 4;

  /// The beginning of a character whose end was not written yet.
  private byte[] begun = {};

  /// Writes to that stream.
  public InertOutput(OutputStream screen) {
    super(screen);
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    if (begun.length == 0 && isPlain(bytes, from, length)) {
      out.write(bytes, from, length);
      return;
    }
    byte[] all = Arrays.copyOf(begun, begun.length + length);
    System.arraycopy(bytes, from, all, begun.length, length);
    int complete = complete(all);
    String text = new String(all, 0, complete, StandardCharsets.UTF_8);
    out.write(DisplayText.text(text).getBytes(StandardCharsets.UTF_8));
    begun = Arrays.copyOfRange(all, complete, all.length);
  }

  private static boolean isPlain(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      byte b = bytes[i];
      if ((b < ' ' || b == 0x7F) && b != '\n' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  /// How many bytes don't end in the middle of a character.
  private static int complete(byte[] bytes) {
    int lead = bytes.length - 1;
    while (lead > 0
        && bytes.length - lead < LONGEST
        && (bytes[lead] & CONTINUATION_MASK) == CONTINUATION) {
      lead--;
    }
    if (lead < 0 || bytes[lead] >= 0) {
      return bytes.length;
    }
    int ones = Integer.numberOfLeadingZeros(~(bytes[lead] << 24));
    return ones > 1 && ones <= LONGEST && lead + ones > bytes.length ? lead : bytes.length;
  }
}
