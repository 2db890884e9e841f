// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.hand;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.StartException;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.launch.BackgroundLaunch;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A background command, and the position up to which its output was read.
public final class BackgroundCommand {
  private final BackgroundLaunch background;
  private final Effect.RunCommand run;
  private final UnaryOperator<CommandOutcome.Stream> secrets;
  private long stdoutSeen;
  private long stderrSeen;
  private boolean stopped;
  private boolean endSeen;

  /// @param secrets removes the contents of secret files from a text; it reads the files at the
  ///     time of the look
  BackgroundCommand(
      BackgroundLaunch background,
      Effect.RunCommand run,
      UnaryOperator<CommandOutcome.Stream> secrets) {
    this.background = background;
    this.run = run;
    this.secrets = secrets;
  }

  /// The new output of a command.
  ///
  /// @param stdout the output since the last look; cut if some of it is no longer kept
  /// @param ended how it ended, with all output that is kept; empty while it runs
  public record News(
      CommandOutcome.Stream stdout, CommandOutcome.Stream stderr, Optional<CommandOutcome> ended) {}

  /// The command's name in its session.
  public String id() {
    return background.id();
  }

  /// Whether it runs.
  public boolean running() {
    return background.running();
  }

  /// Whether it was stopped, and did not end by itself.
  public synchronized boolean stopped() {
    return stopped;
  }

  /// Whether its end was looked at.
  public synchronized boolean endSeen() {
    return endSeen;
  }

  /// The line that it runs.
  public String line() {
    return run.line().text();
  }

  /// The line that it runs, and how it is with it.
  public String state() {
    String line = id() + " (" + line() + ") ";
    try {
      return line + ended().map(end -> "ended with exit code " + end.status()).orElse("runs");
    } catch (IOException e) {
      return line + "failed: " + e.getMessage();
    }
  }

  /// How it ended; empty while it runs.
  ///
  /// @throws IOException if it could not be started
  public Optional<CommandOutcome> ended() throws IOException {
    try {
      return background.ended().map(this::outcome);
    } catch (SandboxException e) {
      throw e;
    } catch (IOException e) {
      throw new StartException(e);
    }
  }

  private CommandOutcome outcome(LaunchResult result) {
    CommandOutcome.Collected collected =
        new CommandOutcome.Collected(run.limits(), LiveListener.NOBODY);
    collected.add(result, NetworkReach.Further.REFUSED);
    CommandOutcome outcome = collected.outcome(result.took());
    return outcome.with(secrets.apply(outcome.stdout()), secrets.apply(outcome.stderr()));
  }

  /// The output since the last read.
  ///
  /// @param most how long to wait for something
  /// @throws IOException if it could not be started
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
    BackgroundLaunch.OutputPart out = background.stdout(stdoutSeen);
    BackgroundLaunch.OutputPart err = background.stderr(stderrSeen);
    int outLength = running ? GrowingOutput.end(out.bytes()) : out.bytes().length;
    int errLength = running ? GrowingOutput.end(err.bytes()) : err.bytes().length;
    stdoutSeen = out.next() - out.bytes().length + outLength;
    stderrSeen = err.next() - err.bytes().length + errLength;
    endSeen |= !running;
    Optional<CommandOutcome> ended = running ? Optional.empty() : ended();
    return new News(stream(out, outLength), stream(err, errLength), ended);
  }

  private CommandOutcome.Stream stream(BackgroundLaunch.OutputPart part, int length) {
    int from = part.missed() ? GrowingOutput.begin(part.bytes(), length) : 0;
    byte[] bytes = Arrays.copyOfRange(part.bytes(), from, length);
    return secrets.apply(
        new CommandOutcome.Stream(
            new String(bytes, StandardCharsets.UTF_8), part.missed(), part.next()));
  }

  /// Ends it with all that it started, and waits for that.
  ///
  /// @throws IOException if it could not be started
  public News stop() throws IOException {
    end();
    return news();
  }

  /// Ends it likewise; what is new stays so.
  void end() {
    ending();
    try {
      LaunchResult _ = background.stop();
    } catch (IOException _) {
      // It never ran, and what is new says so.
    }
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
