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
public final class TypedLines implements LineApprover.AnswerSource {
  /// So long a question stands before an answer counts: no key that was meant for something else
  /// is one.
  private static final long SETTLING_MS = 300;

  /// So long the reader of standard input may need to bring what was taken from the terminal.
  private static final long READING_MS = 100;

  private static final int CHUNK_BYTES = 4096;

  private final Deque<String> lines = new ArrayDeque<>();
  private final Deque<String> answers = new ArrayDeque<>();
  private final InputStream in;
  private final boolean steering;
  private final UnfinishedLine unfinished;
  private Steering steer = _ -> {};
  private boolean busy;

  /// What was begun before a question; the next line that is no answer goes on with it.
  private String draft = "";

  private boolean settling;
  private boolean came;
  private volatile boolean asking;
  private boolean ended;
  private Optional<Throwable> defect = Optional.empty();
  private boolean reading;

  /// Takes a line that was typed while a turn runs.
  @FunctionalInterface
  public interface Steering {
    void steer(String line) throws IOException;
  }

  /// The line that is being typed when a question appears.
  public interface UnfinishedLine {
    /// Takes it from the terminal. The reader of standard input gets it a moment later, without a
    /// line end, where it [is kept][#isKept()].
    void take();

    /// Whether it stays the beginning of the person's line; else it is dropped.
    boolean isKept();

    /// Shows the beginning of a line that the person goes on with.
    ///
    /// @param atPrompt whether the prompt stands there
    void show(String beginning, boolean atPrompt);
  }

  /// Starts reading at the first request for a line.
  ///
  /// @param steering whether lines typed during a turn go to it
  public TypedLines(InputStream in, boolean steering, UnfinishedLine unfinished) {
    this.steering = steering;
    this.unfinished = unfinished;
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
        keepUnfinished(line);
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

  /// What comes while a question settles was taken from the terminal for it.
  private synchronized void keepUnfinished(ByteArrayOutputStream line) {
    if (settling && unfinished.isKept() && line.size() > 0) {
      came = true;
      keep(line.toString(StandardCharsets.UTF_8));
      line.reset();
    }
  }

  /// Keeps what was begun; Enter ended a line of it. Other keys that type nothing are dropped.
  private void keep(String taken) {
    for (String part : taken.replace('\r', '\n').split("(?<=\n)", -1)) {
      draft += part.replaceAll("\\p{Cntrl}", "");
      if (part.endsWith("\n")) {
        lines.add(whole(""));
      }
    }
  }

  /// A line with its beginning.
  private String whole(String line) {
    String whole = draft + line;
    draft = "";
    return whole;
  }

  private static String text(ByteArrayOutputStream line) {
    String text = line.toString(StandardCharsets.UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  /// @param asked whether a question stood when the whole line was read
  private synchronized void typed(String line, boolean asked) throws IOException {
    if (asked && asking) {
      answers.add(line);
    } else {
      came = true;
      String whole = whole(line);
      if (steering && busy && !isForWrit(whole.strip())) {
        steer.steer(whole);
      } else {
        lines.add(whole);
      }
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
    prompt(prompt);
    while (lines.isEmpty() && !ended) {
      try {
        wait();
      } catch (InterruptedException _) {
        prompt(prompt);
      }
    }
    if (lines.isEmpty() && defect.isPresent()) {
      throw new IllegalStateException("the reader of standard input failed", defect.get());
    }
    return Optional.ofNullable(lines.poll());
  }

  private void prompt(Runnable prompt) {
    prompt.run();
    if (!draft.isEmpty()) {
      unfinished.show(draft, /* atPrompt= */ true);
    }
  }

  /// The answer to a question that has been shown but for its prompt; nothing at the end of input.
  @Override
  public synchronized Optional<String> next(Runnable prompt) throws InterruptedException {
    begin();
    settle();
    answers.clear();
    asking = true;
    try {
      prompt.run();
      return awaited();
    } finally {
      asking = false;
      if (!draft.isEmpty()) {
        unfinished.show(draft, /* atPrompt= */ false);
      }
    }
  }

  /// Waits until nothing was typed for a while, and takes what was begun until then.
  private void settle() throws InterruptedException {
    settling = true;
    try {
      do {
        came = false;
        unfinished.take();
        pause(SETTLING_MS);
        unfinished.take();
        pause(READING_MS);
      } while (came && !ended);
    } finally {
      settling = false;
    }
  }

  private void pause(long ms) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    for (long left = ms; left > 0 && !ended; ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
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

  /// Ctrl-C: what was begun is dropped; at the prompt, the waiting caller shows it again.
  public synchronized void interrupted() {
    draft = "";
    if (!busy) {
      lines.add("");
      notifyAll();
    }
  }
}
