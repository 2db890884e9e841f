// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A running plug-in. Its output is read a few lines ahead at most, so that it cannot fill the
/// memory; its input is written by a separate thread, so that it cannot block a caller by not
/// reading.
final class PluginProcess implements AutoCloseable {
  /// The longest line: one event with a whole file in a call's arguments.
  static final int MAX_LINE_BYTES = 8 * 1024 * 1024;

  /// By which the kernel knows what Writ started: it can't grant anything.
  private static final String CHILD_MARKER = "WRIT_GOVERNED";

  private static final File ROOT = new File("/");

  private static final int LINES_AHEAD = 4;
  private static final int MAX_ERROR_BYTES = 4096;
  private static final int ENDING_SECONDS = 2;
  private static final int PIECE_BYTES = 16 * 1024;

  /// Has Linux end the plug-in together with the thread that started it, however that ends.
  private static final List<String> DYING_TOGETHER =
      List.of("/usr/bin/setpriv", "--pdeathsig", "KILL", "--");

  private final Process process;
  private final BlockingQueue<Delivery> deliveries = new ArrayBlockingQueue<>(LINES_AHEAD);
  private final BlockingQueue<String> sending = new LinkedBlockingQueue<>();
  private final ErrorTail errors = new ErrorTail();
  private final Thread reading;
  private final Thread writing;
  private final Thread complaining;

  /// The result.
  sealed interface Delivery {
    /// A line without its end.
    record DeliveredLine(String text) implements Delivery {}

    /// Its output has ended.
    record EndOfOutput() implements Delivery {}

    /// More in one line than any plug-in needs to send.
    record OverlongLine() implements Delivery {}
  }

  /// Nothing came in time.
  static final class Silence extends Exception {
    @Serial private static final long serialVersionUID = 1;
  }

  private PluginProcess(Process process) {
    this.process = process;
    reading = run("reads", () -> read(process.getInputStream()));
    complaining = run("errors", () -> errors.read(process.getErrorStream()));
    writing = run("writes", () -> write(process.getOutputStream()));
  }

  private static Thread run(String does, Runnable work) {
    return Thread.ofVirtual().name("plug-in " + does).start(work);
  }

  /// How starting went.
  private sealed interface Start {
    record CompletedStart(Process process) implements Start {}

    record FailedStart(IOException failure) implements Start {}
  }

  /// Starts a program with nothing but that environment.
  ///
  /// @throws IOException where it can't be started
  static PluginProcess start(List<String> words, Map<String, String> environment)
      throws IOException, InterruptedException {
    BlockingQueue<Start> started = new ArrayBlockingQueue<>(1);
    // Its end is the plug-in's, so it is a thread that lives as long as the process.
    Thread.ofPlatform().daemon().name("plug-in").start(() -> stay(words, environment, started));
    try {
      return switch (started.take()) {
        case Start.CompletedStart(Process process) -> new PluginProcess(process);
        case Start.FailedStart(IOException failure) -> throw failure;
      };
    } catch (InterruptedException e) {
      Thread.ofVirtual().start(() -> discard(started));
      throw e;
    }
  }

  /// Ends requests without a waiting caller.
  private static void discard(BlockingQueue<Start> started) {
    try {
      if (started.take() instanceof Start.CompletedStart(Process process)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void stay(
      List<String> words, Map<String, String> environment, BlockingQueue<Start> started) {
    try {
      Process process = startEither(words, environment);
      boolean _ = started.offer(new Start.CompletedStart(process));
      int _ = process.waitFor();
    } catch (IOException e) {
      boolean _ = started.offer(new Start.FailedStart(e));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // no code does that
    }
  }

  private static Process startEither(List<String> words, Map<String, String> environment)
      throws IOException {
    try {
      return start(environment, dyingTogether(words));
    } catch (IOException _) {
      return start(environment, words); // without that program the end of its input has to do
    }
  }

  private static List<String> dyingTogether(List<String> words) {
    List<String> all = new ArrayList<>(DYING_TOGETHER);
    all.addAll(words);
    return all;
  }

  private static Process start(Map<String, String> environment, List<String> words)
      throws IOException {
    // Not in the project: many interpreters look for modules and settings where they are started.
    ProcessBuilder builder = new ProcessBuilder(words).directory(ROOT);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put(CHILD_MARKER, "1");
    return builder.start();
  }

  /// Sends a line; returns at once.
  void send(String line) {
    sending.add(line + "\n");
  }

  /// The next line.
  ///
  /// @throws Silence where nothing comes in that time
  /// @throws InterruptedException when the calling thread is interrupted
  Delivery next(Duration patience) throws Silence, InterruptedException {
    Delivery delivery = deliveries.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (delivery == null) {
      throw new Silence();
    }
    return delivery;
  }

  /// How it ended.
  ///
  /// @param code its exit code, in words
  /// @param said the end of what it wrote to standard error; may be empty
  record ProcessExit(String code, String said) {}

  /// How it ended, now that its output has.
  ProcessExit ending() throws InterruptedException {
    boolean ended = process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS);
    boolean _ = complaining.join(Duration.ofSeconds(ENDING_SECONDS)); // all of it has been read
    return new ProcessExit(
        ended ? "exit code " + process.exitValue() : "its output was closed",
        errors.text().strip());
  }

  private void write(OutputStream out) {
    try (out) {
      while (true) {
        out.write(sending.take().getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (IOException | InterruptedException _) {
      // it has ended, or is being ended
    }
  }

  private void read(InputStream in) {
    try {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] piece = new byte[PIECE_BYTES];
      for (int got = in.read(piece); got >= 0; got = in.read(piece)) {
        int from = 0;
        for (int i = 0; i < got; i++) {
          if (piece[i] == '\n') {
            line.write(piece, from, i - from);
            from = i + 1;
            deliveries.put(new Delivery.DeliveredLine(line.toString(StandardCharsets.UTF_8)));
            line.reset();
          }
        }
        line.write(piece, from, got - from);
        if (line.size() > MAX_LINE_BYTES) {
          deliveries.put(new Delivery.OverlongLine());
          return;
        }
      }
      deliveries.put(new Delivery.EndOfOutput()); // a line without its end was never said
    } catch (IOException _) {
      boolean _ = deliveries.offer(new Delivery.EndOfOutput());
    } catch (InterruptedException _) {
      // it is being ended
    }
  }

  /// Ends the plug-in and what it started, at once.
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    reading.interrupt();
    writing.interrupt();
    complaining.interrupt();
  }

  /// The end of what a program complains of.
  private static final class ErrorTail {
    private final byte[] kept = new byte[MAX_ERROR_BYTES];
    private long length;

    void read(InputStream in) {
      byte[] piece = new byte[1024];
      try {
        for (int got = in.read(piece); got >= 0; got = in.read(piece)) {
          keep(piece, got);
        }
      } catch (IOException _) {
        // no more is known
      }
    }

    private synchronized void keep(byte[] piece, int count) {
      for (int i = 0; i < count; i++) {
        kept[(int) (length++ % MAX_ERROR_BYTES)] = piece[i];
      }
    }

    synchronized String text() {
      byte[] bytes = new byte[(int) Math.min(length, MAX_ERROR_BYTES)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = kept[(int) ((length - bytes.length + i) % MAX_ERROR_BYTES)];
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
