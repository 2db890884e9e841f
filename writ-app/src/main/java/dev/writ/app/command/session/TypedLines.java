// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app.command.session;

import dev.writ.app.front.LineApprover;
import dev.writ.base.value.DisplayText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Distributes the lines that a person types: to a waiting question, else to the running turn
/// (which they steer), else to the prompt. Slash commands and the person's own commands always wait
/// for the prompt. Lines from a pipe are turns one after the other.
public final class TypedLines implements LineApprover.Lines {
  /// So long a question stands before an answer counts: no key that was meant for something else
  /// is one.
  private static final long SETTLING_MS = 300;

  private static final int CHUNK_BYTES = 4096;

  private final Deque<String> lines = new ArrayDeque<>();
  private final Deque<String> answers = new ArrayDeque<>();
  private final InputStream in;
  private final boolean steering;
  private final Runnable flush;
  private Steering steer = _ -> {};
  private boolean busy;
  private volatile boolean asking;
  private boolean ended;
  private Optional<Throwable> defect = Optional.empty();
  private boolean reading;

  /// Takes a line that was typed while a turn runs.
  @FunctionalInterface
  public interface Steering {
    void steer(String line) throws IOException;
  }

  /// Starts reading at the first request for a line.
  ///
  /// @param steering whether lines typed during a turn go to it
  /// @param flush discards what was typed and not read yet
  public TypedLines(InputStream in, boolean steering, Runnable flush) {
    this.steering = steering;
    this.flush = flush;
    this.in = in;
  }

  /// Reads from the first requested line on: earlier questions, such as one for a key, use another
  /// way.
  private void begin() {
    if (!reading) {
      reading = true;
      Thread.ofPlatform().daemon().name("typed lines").start(() -> read(in));
    }
  }

  private void read(InputStream in) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK_BYTES];
    boolean asked = false;
    try {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        boolean now = asking;
        for (int i = 0; i < n; i++) {
          asked = now && (asked || line.size() == 0);
          if (chunk[i] == '\n') {
            typed(text(line), asked);
            line.reset();
          } else {
            line.write(chunk[i]);
          }
        }
      }
      if (line.size() > 0) {
        typed(text(line), asked);
      }
    } catch (IOException e) {
      System.Logger log = System.getLogger(TypedLines.class.getName());
      log.log(
          System.Logger.Level.INFO,
          "standard input ended: {0}",
          DisplayText.line("" + e.getMessage()));
    } catch (RuntimeException | Error e) {
      fail(e); // the waiting caller throws it
    } finally {
      end();
    }
  }

  private synchronized void fail(Throwable e) {
    defect = Optional.of(e);
  }

  private static String text(ByteArrayOutputStream line) {
    String text = line.toString(StandardCharsets.UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  /// @param asked whether a question stood when the whole line was read
  private synchronized void typed(String line, boolean asked) throws IOException {
    if (asked && asking) {
      answers.add(line);
    } else if (steering && busy && !isForWrit(line.strip())) {
      steer.steer(line);
    } else {
      lines.add(line);
    }
    notifyAll();
  }

  /// A meta command, or a command of the person's own: neither is for the model as it stands.
  private static boolean isForWrit(String line) {
    return line.startsWith("/") || line.startsWith("!");
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  /// The receiver of input while a turn runs.
  public synchronized void steerInto(Steering into) {
    steer = into;
  }

  /// Whether a turn runs.
  public synchronized void busy(boolean runs) {
    begin();
    busy = runs;
  }

  /// Lines that came too late for their turn are the next ones for the prompt.
  public synchronized void again(List<String> late) {
    late.reversed().forEach(lines::addFirst);
  }

  /// The next line for the prompt; empty at the end.
  public synchronized Optional<String> message(Runnable prompt) {
    begin();
    prompt.run();
    while (lines.isEmpty() && !ended) {
      try {
        wait();
      } catch (InterruptedException _) {
        prompt.run();
      }
    }
    if (lines.isEmpty() && defect.isPresent()) {
      throw new IllegalStateException("the reader of standard input failed", defect.get());
    }
    return Optional.ofNullable(lines.poll());
  }

  /// The answer to a question that has been shown but for its prompt; nothing at the end of input.
  @Override
  public synchronized Optional<String> next(Runnable prompt) throws InterruptedException {
    begin();
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLING_MS);
    for (long left = SETTLING_MS; left > 0 && !ended; ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    }
    flush.run();
    answers.clear();
    asking = true;
    try {
      prompt.run();
      return awaited();
    } finally {
      asking = false;
    }
  }

  @Override
  public synchronized Optional<List<String>> upTo(String end, Runnable prompt)
      throws InterruptedException {
    begin();
    List<String> text = new ArrayList<>();
    asking = true;
    try {
      while (true) {
        prompt.run();
        Optional<String> line = awaited();
        if (line.isEmpty()) {
          return Optional.empty();
        }
        if (line.get().equals(end)) {
          return Optional.of(text);
        }
        text.add(line.get());
      }
    } finally {
      asking = false;
    }
  }

  @Override
  public synchronized Optional<String> rest(Runnable prompt) throws InterruptedException {
    begin();
    asking = true;
    try {
      prompt.run();
      return awaited();
    } finally {
      asking = false;
    }
  }

  private Optional<String> awaited() throws InterruptedException {
    while (answers.isEmpty() && !ended) {
      wait();
    }
    return Optional.ofNullable(answers.poll());
  }

  /// Ctrl-C at the prompt: the waiting caller shows it again.
  public synchronized void interrupted() {
    if (!busy) {
      lines.add("");
      notifyAll();
    }
  }
}
