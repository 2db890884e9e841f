// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app.command;

import dev.writ.kernel.call.Inert;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;

/// The lines a person types, given to whoever waits for one: a question, else the running turn
/// (which they steer), else the prompt. Lines that come from a pipe are turns one after the other.
final class TypedLines {
  private final LinkedBlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
  private final boolean steering;
  private volatile boolean busy;
  private volatile boolean asking;
  private volatile Steering steer = _ -> {};

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
        if (steering && busy && !asking) {
          steer.steer(line);
        } else {
          lines.add(Optional.of(line));
        }
      }
    } catch (IOException e) {
      System.Logger log = System.getLogger(TypedLines.class.getName());
      log.log(
          System.Logger.Level.INFO, "standard input ended: {0}", Inert.line("" + e.getMessage()));
    }
    lines.add(Optional.empty());
  }

  void steerInto(Steering into) {
    steer = into;
  }

  /// Whether a turn runs.
  void busy(boolean runs) {
    busy = runs;
  }

  /// The next line for the prompt; empty at the end.
  Optional<String> next(Runnable prompt) {
    prompt.run();
    while (true) {
      try {
        Optional<String> line = lines.take();
        if (line.isEmpty()) {
          lines.add(line); // the end stays the end
        }
        return line;
      } catch (InterruptedException _) {
        prompt.run();
      }
    }
  }

  /// The answer to a question.
  Optional<String> answer() throws InterruptedException {
    asking = true;
    try {
      lines.clear(); // typed before the question was shown: no answer to it
      return lines.take();
    } finally {
      asking = false;
    }
  }

  /// Ctrl-C at the prompt: whoever waits there shows it anew.
  void interrupted() {
    if (!busy) {
      lines.add(Optional.of(""));
    }
  }
}
