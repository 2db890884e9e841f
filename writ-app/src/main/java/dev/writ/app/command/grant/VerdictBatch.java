// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.app.command.grant;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Answers lines with lines, in their order. Whatever lines have arrived are answered before more
/// input is waited for; where these are many, several threads share them.
final class VerdictBatch implements AutoCloseable {
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int MAX_THREADS = 8;

  /// How many lines a thread takes at once.
  private static final int SLICE = 32;

  private final Supplier<UnaryOperator<String>> judges;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()),
          Thread.ofPlatform().daemon().name("batch-", 0).factory());

  /// @param judges makes what answers a line; each is used by one thread at a time
  VerdictBatch(Supplier<UnaryOperator<String>> judges) {
    this.judges = judges;
  }

  /// Answers until the input ends.
  void run(InputStream in, PrintStream out) throws IOException {
    byte[] buffer = new byte[BLOCK_BYTES];
    int filled = 0;
    while (true) {
      int read = in.read(buffer, filled, buffer.length - filled);
      if (read < 0) {
        break;
      }
      int end = behindLastLine(buffer, filled, filled + read);
      filled += read;
      if (end > 0) {
        answer(buffer, end, out);
        System.arraycopy(buffer, end, buffer, 0, filled - end);
        filled -= end;
      } else if (filled == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
    answer(buffer, filled, out);
  }

  /// The index behind the last line end between two indexes, 0 where there is none.
  private static int behindLastLine(byte[] buffer, int from, int to) {
    for (int i = to; i > from; i--) {
      if (buffer[i - 1] == '\n') {
        return i;
      }
    }
    return 0;
  }

  private void answer(byte[] buffer, int end, PrintStream out) throws IOException {
    List<String> lines = new String(buffer, 0, end, StandardCharsets.UTF_8).lines().toList();
    if (lines.size() <= SLICE) {
      out.print(answers(lines));
    } else {
      List<Future<String>> slices = new ArrayList<>();
      for (int from = 0; from < lines.size(); from += SLICE) {
        List<String> slice = lines.subList(from, Math.min(from + SLICE, lines.size()));
        slices.add(threads.submit(() -> answers(slice)));
      }
      for (Future<String> slice : slices) {
        out.print(result(slice));
      }
    }
    out.flush();
  }

  private static String result(Future<String> slice) throws IOException {
    try {
      return slice.get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the batch was interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private String answers(List<String> lines) {
    UnaryOperator<String> judge = judges.get();
    StringBuilder answers = new StringBuilder();
    for (String line : lines) {
      if (!line.isBlank()) {
        answers.append(judge.apply(line)).append(System.lineSeparator());
      }
    }
    return answers.toString();
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
