// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.app.model;

import dev.writ.app.cli.UsageException;
import dev.writ.base.value.FailureReason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// The file that gets the script of a model's turns. A failure ends no turn; it is told when the
/// file is closed.
final class RecordedScript implements Consumer<String>, AutoCloseable {
  private final Path file;
  private final OutputStream out;
  private Optional<IOException> failure = Optional.empty();

  private RecordedScript(Path file, OutputStream out) {
    this.file = file;
    this.out = out;
  }

  /// Begins a file.
  ///
  /// @throws UsageException where it can't be written
  static RecordedScript in(Path file) throws UsageException {
    try {
      return new RecordedScript(file, Files.newOutputStream(file));
    } catch (IOException e) {
      throw new UsageException(unwritable(file, e));
    }
  }

  private static String unwritable(Path file, IOException why) {
    return "--record: " + file + " cannot be written: " + new FailureReason(why).words();
  }

  @Override
  public synchronized void accept(String text) {
    if (failure.isEmpty()) {
      try {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        failure = Optional.of(e);
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      out.close();
    } catch (IOException e) {
      failure = failure.or(() -> Optional.of(e));
    }
    if (failure.isPresent()) {
      throw new IOException(
          unwritable(file, failure.get()) + "; what it has is no whole script", failure.get());
    }
  }
}
