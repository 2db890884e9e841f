// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.process;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Output whose reader may go when it has read enough, as `head` does: what is written then is
/// dropped, and that is no error. Everything else that can't be written is one.
public final class PipedOutput extends FilterOutputStream {
  private static final String GONE = "Broken pipe";

  /// Writes to that stream.
  public PipedOutput(OutputStream output) {
    super(output);
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains(GONE)) {
        throw e;
      }
    }
  }
}
