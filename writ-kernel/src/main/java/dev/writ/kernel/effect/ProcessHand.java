// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect.RunCommand.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The hand that starts programs: an argument array, an environment from nothing, closed standard
/// input, bounded output and time. No shell is ever involved.
public final class ProcessHand {
  /// How long a process may take to end politely, before it is ended by force.
  public static final Duration GRACE = Duration.ofSeconds(2);

  /// How a process ended.
  ///
  /// @param exitCode the exit code; 128 + n after signal n
  /// @param timedOut whether it was ended because its time was over
  public record Ran(int exitCode, Output stdout, Output stderr, boolean timedOut, Duration took) {}

  /// Bytes of one stream, cut at its limit while the process was drained on.
  public static final class Output {
    private final byte[] bytes;
    private final long totalBytes;

    Output(byte[] bytes, long totalBytes) {
      this.bytes = bytes;
      this.totalBytes = totalBytes;
    }

    /// The kept bytes as UTF-8; malformed ones are shown as the replacement character.
    public String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    /// How many bytes the process wrote.
    public long totalBytes() {
      return totalBytes;
    }

    /// Whether there was more than was kept.
    public boolean cut() {
      return totalBytes > bytes.length;
    }
  }

  /// Runs a program to its end.
  ///
  /// @param program absolute path; becomes the first word of the array
  /// @throws IOException where it can't be started
  /// @throws InterruptedException when interrupted; the whole process tree is ended before
  public Ran run(
      Path program,
      List<String> arguments,
      Path directory,
      Map<String, String> environment,
      Limits limits)
      throws IOException, InterruptedException {
    List<String> argv = new java.util.ArrayList<>(List.of(program.toString()));
    argv.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(argv).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    long began = System.nanoTime();
    Process process = builder.start();
    Drain stdout = Drain.start(process.getInputStream(), limits.maxStdoutBytes());
    Drain stderr = Drain.start(process.getErrorStream(), limits.maxStderrBytes());
    try {
      boolean ended = process.waitFor(limits.timeoutSeconds(), TimeUnit.SECONDS);
      if (!ended) {
        end(process);
      }
      int exit = process.waitFor();
      Output out = stdout.output();
      Output err = stderr.output();
      return new Ran(exit, out, err, !ended, Duration.ofNanos(System.nanoTime() - began));
    } catch (InterruptedException e) {
      end(process);
      throw e;
    }
  }

  /// Ends a process and all that it started: politely, then by force.
  private static void end(Process process) throws InterruptedException {
    List<ProcessHandle> tree = process.descendants().toList();
    process.destroy();
    tree.forEach(ProcessHandle::destroy);
    boolean gone = false;
    try {
      gone = process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!gone) {
        process.destroyForcibly();
      }
      tree.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /// Reads a stream to its end on a thread of its own and keeps the beginning.
  private static final class Drain {
    private static final Duration AFTER_EXIT = Duration.ofSeconds(2);

    private final InputStream stream;
    private final int limit;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread thread;
    private long total;

    private Drain(InputStream stream, int limit) {
      this.stream = stream;
      this.limit = limit;
      this.thread = Thread.ofVirtual().name("drain").unstarted(this::read);
    }

    static Drain start(InputStream stream, int limit) {
      Drain drain = new Drain(stream, limit);
      drain.thread.start();
      return drain;
    }

    private void read() {
      byte[] buffer = new byte[16 * 1024];
      try {
        for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
          keep(buffer, n);
        }
      } catch (IOException _) {
        // The stream was closed under the reader: the process was ended.
      }
    }

    private synchronized void keep(byte[] buffer, int n) {
      total += n;
      kept.write(buffer, 0, Math.min(n, limit - kept.size()));
    }

    /// What was read. A grandchild that keeps the stream open is not waited for.
    Output output() throws InterruptedException {
      if (!thread.join(AFTER_EXIT)) {
        try {
          stream.close();
        } catch (IOException _) {
          // Closing is all that was wanted.
        }
      }
      synchronized (this) {
        return new Output(kept.toByteArray(), total);
      }
    }
  }
}
