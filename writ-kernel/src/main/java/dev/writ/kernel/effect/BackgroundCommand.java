// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Reach;
import dev.writ.kernel.sandbox.Background;
import dev.writ.kernel.sandbox.Live;
import dev.writ.kernel.sandbox.Ran;
import dev.writ.kernel.sandbox.SandboxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/// A command that goes on by itself, and how far its output was looked at.
public final class BackgroundCommand {
  private final Background background;
  private final Effect.RunCommand run;
  private long stdoutSeen;
  private long stderrSeen;
  private boolean stopped;
  private boolean endSeen;

  BackgroundCommand(Background background, Effect.RunCommand run) {
    this.background = background;
    this.run = run;
  }

  /// What is new of a command.
  ///
  /// @param stdout only what came since the last look; cut where some of that isn't kept any more
  /// @param ended how it ended, with all output that is kept; empty while it runs
  public record News(Outcome.Stream stdout, Outcome.Stream stderr, Optional<Outcome> ended) {}

  /// What it is called in its session.
  public String id() {
    return background.id();
  }

  /// Whether it runs.
  public boolean running() {
    return background.running();
  }

  /// Whether somebody ended it, instead of itself.
  public synchronized boolean stopped() {
    return stopped;
  }

  /// Whether its end was looked at.
  public synchronized boolean endSeen() {
    return endSeen;
  }

  /// The line that it runs, and how it is with it.
  public String state() {
    String line = id() + " (" + run.line().text() + ") ";
    try {
      return line + ended().map(end -> "ended with exit code " + end.status()).orElse("runs");
    } catch (IOException e) {
      return line + "failed: " + e.getMessage();
    }
  }

  /// How it ended; empty while it runs.
  ///
  /// @throws IOException where it could not be started
  public Optional<Outcome> ended() throws IOException {
    try {
      return background.ended().map(this::outcome);
    } catch (SandboxException e) {
      throw e;
    } catch (IOException e) {
      throw new StartException(e);
    }
  }

  private Outcome outcome(Ran ran) {
    Outcome.Collected collected = new Outcome.Collected(run.limits(), Live.NOBODY);
    collected.add(ran, Reach.Further.REFUSED);
    return collected.outcome(ran.took());
  }

  /// What came since the last look.
  ///
  /// @param most how long to wait for something
  /// @throws IOException where it could not be started
  /// @throws InterruptedException when interrupted; it runs on
  public News news(Duration most) throws IOException, InterruptedException {
    long out;
    long err;
    synchronized (this) {
      out = stdoutSeen;
      err = stderrSeen;
    }
    background.awaitNews(out, err, most);
    return news();
  }

  private synchronized News news() throws IOException {
    boolean running = background.running(); // asked first: what ends meanwhile has more to say
    Background.Part out = background.stdout(stdoutSeen);
    Background.Part err = background.stderr(stderrSeen);
    int outLength = running ? Growing.end(out.bytes()) : out.bytes().length;
    int errLength = running ? Growing.end(err.bytes()) : err.bytes().length;
    stdoutSeen = out.next() - out.bytes().length + outLength;
    stderrSeen = err.next() - err.bytes().length + errLength;
    endSeen |= !running;
    Optional<Outcome> ended = running ? Optional.empty() : ended();
    return new News(stream(out, outLength), stream(err, errLength), ended);
  }

  private static Outcome.Stream stream(Background.Part part, int length) {
    byte[] bytes = Arrays.copyOf(part.bytes(), length);
    return new Outcome.Stream(
        new String(bytes, StandardCharsets.UTF_8), part.missed(), part.next());
  }

  /// Ends it with all that it started, and waits for that.
  ///
  /// @throws IOException where it could not be started
  public News stop() throws IOException {
    ending();
    try {
      Ran _ = background.stop();
    } catch (IOException _) {
      // It never ran, and what is new says so.
    }
    return news();
  }

  /// Says that it is to be ended, where it runs.
  synchronized void ending() {
    stopped |= background.running();
  }

  /// Has something done when it has ended, or at once where it has. Closing waits for it.
  public void whenEnded(Runnable action) {
    background.whenEnded(action);
  }
}
