// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.command.session;

import dev.writ.app.cli.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The content of standard input for a request, if it is not a terminal: up to a limit, and without
/// waiting for a silent writer.
final class PipedInput {
  /// How much of it is attached to a request.
  static final int MAX_ATTACHED_BYTES = 256 * 1024;

  private static final int CHUNK_BYTES = 8192;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final InputStream in;
  private final int most;

  private PipedInput(InputStream in, int most) {
    this.in = in;
    this.most = most;
  }

  /// The content read.
  ///
  /// @param cut whether there is more
  /// @param silent whether nothing came in time, not even an end
  record PipedContent(String text, boolean cut, boolean silent) {}

  /// Reads.
  ///
  /// @param patience how long to wait for the first byte
  /// @throws UsageException where it is not text
  /// @throws IOException where this process is interrupted meanwhile
  static PipedContent read(InputStream in, int most, Duration patience)
      throws UsageException, IOException {
    PipedInput input = new PipedInput(in, most);
    Thread.ofPlatform().daemon().name("standard input").start(input::read);
    try {
      if (!input.begun.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return new PipedContent("", false, true);
      }
      input.ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading standard input", e);
    }
    return input.content();
  }

  private void read() {
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      for (int n = in.read(chunk); n >= 0 && bytes.size() <= most; n = in.read(chunk)) {
        begun.countDown();
        bytes.write(chunk, 0, n);
      }
    } catch (IOException _) {
      // what came until then is what there is
    } finally {
      begun.countDown();
      ended.countDown();
    }
  }

  private PipedContent content() throws UsageException {
    byte[] all = bytes.toByteArray();
    boolean cut = all.length > most;
    int length = cut ? most : all.length;
    for (int i = 0; i < length; i++) {
      if (all[i] == 0) {
        throw new UsageException("standard input is not text: byte %d is zero".formatted(i + 1));
      }
    }
    return new PipedContent(new String(all, 0, length, StandardCharsets.UTF_8), cut, false);
  }
}
