// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import dev.writ.testkit.TerminalEmulator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A pseudo-terminal with the program in it: `script` makes it, this types and reads.
final class Screen implements AutoCloseable {
  /// A chat's screen that accepts a message.
  static final String PROMPT = " · code";

  /// The screen of an open question.
  static final String QUESTION = "[y] yes";

  private static final String TASK_OFFER = "[a] this task";
  private static final String YES_TO_THE_TASK = "a";
  private static final String YES = "y";
  private static final int COLUMNS = 160;
  private static final int ROWS = 50;
  private static final String PAGE_DOWN = "\u001b[6~";
  private static final String UNREAD = "Read to the end first";
  private static final long WAIT_SECONDS = 100;
  private static final long READING_MILLIS = 400;

  private final Process process;
  private final OutputStream keyboard;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final StringBuilder shown = new StringBuilder();
  private final TerminalEmulator seen = new TerminalEmulator(COLUMNS, ROWS);
  private int from;
  private boolean ended;

  private Screen(Process process) {
    this.process = process;
    this.keyboard = process.getOutputStream();
    Thread.ofVirtual().start(this::read);
  }

  /// Is there a `script` of the usual kind?
  static boolean possible() {
    try {
      Process process = new ProcessBuilder("script", "--version").start();
      return process.waitFor() == 0;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static Screen of(Program program, String arguments) throws IOException {
    // A shell that remains as the parent would report the interrupt that its child handled.
    String command =
        "stty columns %d rows %d; exec '".formatted(COLUMNS, ROWS)
            + Program.WRIT
            + "' "
            + arguments;
    return new Screen(
        program
            .builder(List.of("script", "-q", "-e", "-f", "-c", command, "/dev/null"))
            .redirectErrorStream(true)
            .start());
  }

  private void read() {
    char[] buffer = new char[4096];
    try (Reader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        put(new String(buffer, 0, n), false);
      }
    } catch (IOException _) {
      // the terminal is gone with its program
    }
    put("", true);
  }

  private void put(String text, boolean last) {
    lock.lock();
    try {
      shown.append(text);
      seen.write(text);
      ended |= last;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Types a line.
  void type(String line) throws IOException {
    keys(line + "\n");
  }

  /// Presses keys.
  void keys(String keys) throws IOException {
    keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
    keyboard.flush();
  }

  void interrupt() throws IOException {
    keys("\u0003");
  }

  /// Waits for a text behind the one waited for last; gives what was shown up to its end.
  String await(String text) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
      int at = shown.indexOf(text, from);
      while (at < 0) {
        if (left <= 0 || ended) {
          throw new AssertionError("waited in vain for '" + text + "' in:\n" + shown);
        }
        left = changed.awaitNanos(left);
        at = shown.indexOf(text, from);
      }
      String seen = shown.substring(from, at + text.length());
      from = at + text.length();
      return seen;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until a person sees one of these texts, and gives the first of them that is there.
  String sees(String... texts) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
      while (true) {
        for (String text : texts) {
          if (seen.everything().contains(text)) {
            return text;
          }
        }
        if (left <= 0 || ended) {
          throw new AssertionError("waited in vain in:\n" + seen.everything());
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Reads the open question and says yes, to all of the task where that is offered.
  void agrees() throws IOException, InterruptedException {
    lock.lock();
    try {
      long reading = TimeUnit.MILLISECONDS.toNanos(READING_MILLIS); // before it no key counts
      while (reading > 0) {
        reading = changed.awaitNanos(reading);
      }
      String asked = asked();
      while (seen.screen().contains(UNREAD)) {
        keys(PAGE_DOWN);
        boolean _ = changed.await(READING_MILLIS, TimeUnit.MILLISECONDS);
      }
      keys(seen.screen().contains(TASK_OFFER) ? YES_TO_THE_TASK : YES);
      long left = TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
      while (asked().equals(asked)) {
        if (left <= 0 || ended) {
          throw new AssertionError("no answer was taken in:\n" + seen.everything());
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// The open question; empty where there is none.
  private String asked() {
    return seen.screen()
        .lines()
        .filter(line -> line.startsWith("? "))
        .reduce("", (_, last) -> last);
  }

  /// All that a person has seen.
  String everything() {
    return seen.everything();
  }

  /// Waits for the end and gives the exit code.
  int end() throws InterruptedException {
    if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still there:\n" + shown);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
