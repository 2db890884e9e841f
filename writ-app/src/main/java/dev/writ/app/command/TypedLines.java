// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app.command;

import dev.writ.kernel.call.Inert;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The lines a person types, given to whoever waits for one: a question, else the running turn
/// (which they steer), else the prompt. Meta commands always wait for the prompt. Lines that come
/// from a pipe are turns one after the other.
final class TypedLines {
  private final Deque<String> lines = new ArrayDeque<>();
  private final boolean steering;
  private Optional<String> answer = Optional.empty();
  private Steering steer = _ -> {};
  private boolean busy;
  private boolean asking;
  private boolean ended;

  /// Takes a line that was typed while a turn runs.
  @FunctionalInterface
  interface Steering {
    void steer(String line) throws IOException;
  }

  /// Begins to read.
  ///
  /// @param steering whether lines typed during a turn go to it
  TypedLines(InputStream in, boolean steering) {
    this.steering = steering;
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    Thread.ofPlatform().daemon().name("typed lines").start(() -> read(reader));
  }

  private void read(BufferedReader reader) {
    try {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        typed(line);
      }
    } catch (IOException e) {
      System.Logger log = System.getLogger(TypedLines.class.getName());
      log.log(
          System.Logger.Level.INFO, "standard input ended: {0}", Inert.line("" + e.getMessage()));
    }
    end();
  }

  private synchronized void typed(String line) throws IOException {
    if (asking && answer.isEmpty()) {
      answer = Optional.of(line);
    } else if (steering && busy && !line.strip().startsWith("/")) {
      steer.steer(line);
    } else {
      lines.add(line);
    }
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  synchronized void steerInto(Steering into) {
    steer = into;
  }

  /// Whether a turn runs.
  synchronized void busy(boolean runs) {
    busy = runs;
  }

  /// Lines that came too late for their turn are the next ones for the prompt.
  synchronized void again(List<String> late) {
    late.reversed().forEach(lines::addFirst);
  }

  /// The next line for the prompt; empty at the end.
  synchronized Optional<String> next(Runnable prompt) {
    prompt.run();
    while (lines.isEmpty() && !ended) {
      try {
        wait();
      } catch (InterruptedException _) {
        prompt.run();
      }
    }
    return Optional.ofNullable(lines.poll());
  }

  /// The answer to a question that has been shown but for its prompt; nothing at the end of input.
  /// What was typed before is no answer to it.
  synchronized Optional<String> answer(Runnable prompt) throws InterruptedException {
    asking = true;
    answer = Optional.empty();
    try {
      prompt.run();
      while (answer.isEmpty() && !ended) {
        wait();
      }
      return answer;
    } finally {
      asking = false;
    }
  }

  /// Ctrl-C at the prompt: whoever waits there shows it anew.
  synchronized void interrupted() {
    if (!busy) {
      lines.add("");
      notifyAll();
    }
  }
}
