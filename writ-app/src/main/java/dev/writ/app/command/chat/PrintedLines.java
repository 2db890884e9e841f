// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Printed text, passed on when it is flushed; with auto-flush, line by line.
final class PrintedLines extends ByteArrayOutputStream {
  private final Consumer<String> text;

  PrintedLines(Consumer<String> text) {
    this.text = text;
  }

  @Override
  public synchronized void flush() {
    if (count > 0 && (buf[count - 1] & 0x80) == 0) { // not within a character
      text.accept(toString(StandardCharsets.UTF_8));
      reset();
    }
  }
}
