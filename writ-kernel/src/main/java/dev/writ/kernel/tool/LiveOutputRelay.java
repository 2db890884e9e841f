// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.tool;

import dev.writ.kernel.hand.GrowingOutput;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.sandbox.launch.LiveListener;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/// Passes a command's output from the command's thread, which never waits, to a receiver, which
/// may. A command that ends at once is not shown live: its result arrives as soon. Output that is
/// too fast is cut to its latest lines.
public final class LiveOutputRelay implements LiveListener, AutoCloseable {
  /// How a relay is paced.
  ///
  /// @param first how long a command runs before anything of it is shown
  /// @param every how often something is
  /// @param linesAtOnce the latest lines of a stream that are shown then
  /// @param linesInAll of one command
  public record Pace(Duration first, Duration every, int linesAtOnce, int linesInAll) {
    public static final Pace USUAL =
        new Pace(Duration.ofSeconds(1), Duration.ofMillis(200), 10, 500);
  }

  /// The pending output of one stream; older output is dropped.
  private static final int MOST_BYTES = 64 * 1024;

  private final LiveOutput to;
  private final SecretMasker masker;
  private final Pace pace;
  private final Waiting stdout;
  private final Waiting stderr;
  private Optional<Thread> thread = Optional.empty();
  private boolean closed;
  private volatile boolean abandoned;
  private int shown;

  public LiveOutputRelay(LiveOutput to, SecretMasker masker, Pace pace) {
    this.to = to;
    this.masker = masker;
    this.pace = pace;
    this.stdout = new Waiting(to::stdout);
    this.stderr = new Waiting(to::stderr);
  }

  @Override
  public void stdout(byte[] bytes) {
    take(stdout, bytes);
  }

  @Override
  public void stderr(byte[] bytes) {
    take(stderr, bytes);
  }

  private synchronized void take(Waiting stream, byte[] bytes) {
    if (to.equals(LiveOutput.NOBODY) || closed) {
      return;
    }
    stream.add(bytes);
    if (thread.isEmpty()) {
      // The first virtual thread of a process takes longer than this one's work mostly does.
      thread = Optional.of(Thread.ofPlatform().daemon().name("live output").start(this::relay));
    }
  }

  /// Passes on the remaining output and waits until it was received, so that later events follow
  /// it.
  @Override
  public void close() {
    Optional<Thread> relaying;
    synchronized (this) {
      closed = true;
      notifyAll();
      relaying = thread;
    }
    try {
      if (relaying.isPresent()) {
        relaying.get().join();
      }
    } catch (InterruptedException _) {
      abandoned = true; // an abort does not wait for a slow screen
      Thread.currentThread().interrupt();
    }
  }

  private void relay() {
    try {
      boolean last = pause(pace.first());
      if (last) {
        return;
      }
      while (!last) {
        show(false);
        last = pause(pace.every());
      }
      show(true);
    } catch (InterruptedException _) {
      // No other code has a reference to this thread.
    } catch (RuntimeException _) {
      // A front end that fails to show something doesn't fail the command.
    }
  }

  /// @return whether the command has ended
  private synchronized boolean pause(Duration length) throws InterruptedException {
    long deadline = System.nanoTime() + length.toNanos();
    for (long left = length.toNanos(); !closed && left > 0; left = deadline - System.nanoTime()) {
      wait(left / 1_000_000 + 1);
    }
    return closed;
  }

  private void show(boolean all) {
    show(stdout, all);
    show(stderr, all);
  }

  private void show(Waiting stream, boolean all) {
    byte[] bytes;
    synchronized (this) {
      bytes = stream.take(all);
    }
    if (bytes.length == 0 || abandoned || shown >= pace.linesInAll()) {
      return;
    }
    String text =
        new String(bytes, StandardCharsets.UTF_8).replace("\r\n", "\n").replace('\r', '\n');
    String[] lines = masker.mask(TerminalControlFilter.strip(text)).split("\n", -1);
    int count = lines[lines.length - 1].isEmpty() ? lines.length - 1 : lines.length;
    int from = Math.max(0, count - pace.linesAtOnce());
    StringBuilder shorter = new StringBuilder();
    if (from > 0) {
      shorter.append("[… ").append(from).append(" lines]\n");
    }
    for (int i = from; i < count; i++) {
      shorter.append(lines[i]).append('\n');
    }
    shown += count - from;
    if (shown >= pace.linesInAll()) {
      shorter.append("[… no more is shown while it runs]\n");
    }
    stream.to.accept(shorter.toString());
  }

  /// The latest bytes of a stream.
  private static final class Waiting {
    private final Consumer<String> to;
    private byte[] bytes = new byte[0];

    Waiting(Consumer<String> to) {
      this.to = to;
    }

    void add(byte[] more) {
      int kept = Math.min(bytes.length, Math.max(0, MOST_BYTES - more.length));
      byte[] joined = Arrays.copyOfRange(bytes, bytes.length - kept, bytes.length + more.length);
      System.arraycopy(more, 0, joined, kept, more.length);
      boolean dropped = kept < bytes.length;
      bytes = dropped ? behindFirstLine(joined) : joined;
    }

    /// A line whose beginning is gone may be the end of a secret.
    private static byte[] behindFirstLine(byte[] bytes) {
      int i = 0;
      while (i < bytes.length && bytes[i] != '\n') {
        i++;
      }
      return Arrays.copyOfRange(bytes, Math.min(i + 1, bytes.length), bytes.length);
    }

    byte[] take(boolean all) {
      int end = all ? bytes.length : GrowingOutput.lines(bytes);
      byte[] taken = Arrays.copyOf(bytes, end);
      bytes = Arrays.copyOfRange(bytes, end, bytes.length);
      return taken;
    }
  }
}
