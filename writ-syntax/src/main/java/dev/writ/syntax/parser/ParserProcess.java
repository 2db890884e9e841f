// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import dev.writ.syntax.tree.GrammarNames;
import dev.writ.syntax.tree.SyntaxTree;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Writ's side of the parser: starts it on demand, sends it one text at a time, and ends it at the
/// time limit. A parser that dies is restarted a few times; after that there are no trees, and
/// callers continue without.
public final class ParserProcess implements AutoCloseable {
  /// How long one text may take.
  public static final Duration PATIENCE = Duration.ofSeconds(3);

  /// How many times as long the process may take to start: no text delays it, only a busy machine.
  private static final int TIMES_TO_START = 5;

  private static final int MOST_DEATHS = 3;

  private final List<String> command;
  private final Duration patience;
  private final Map<String, GrammarNames> names = new HashMap<>();
  private @Nullable Running running;
  private @Nullable ScheduledExecutorService clock;
  private int deaths;
  private boolean closed;

  private record Running(Process process, DataInputStream in, DataOutputStream out) {}

  /// A parser that is not started yet.
  ///
  /// @param command the program and its arguments; nothing else reaches the process
  /// @param patience how long one text may take
  public ParserProcess(List<String> command, Duration patience) {
    this.command = List.copyOf(command);
    this.patience = patience;
  }

  /// Starts the process if it does not run. A failure shows at the next request.
  public synchronized void warm() {
    try {
      running();
    } catch (IOException _) {
      died();
    }
  }

  /// The tree of a text.
  ///
  /// @param library the grammar's name
  /// @return empty if the text is too large, takes too long, or there is no parser
  public synchronized Optional<SyntaxTree> parse(String library, byte[] text) {
    if (text.length > ParserMessage.MAX_BYTES || closed || deaths >= MOST_DEATHS) {
      return Optional.empty();
    }
    ScheduledFuture<?> deadline = null;
    try {
      Running now = running();
      deadline = deadline(now, patience);
      now.out.writeUTF(library);
      now.out.writeInt(text.length);
      now.out.write(text);
      now.out.flush();
      boolean tree = now.in.readByte() == ParserMessage.TREE;
      if (now.in.readBoolean()) {
        names.put(library, ParserMessage.readNames(now.in));
      }
      GrammarNames known = names.get(library);
      if (!tree || known == null) {
        return Optional.empty();
      }
      return Optional.of(new SyntaxTree(text, known, ParserMessage.readShape(now.in)));
    } catch (IOException | IllegalArgumentException _) {
      died();
      return Optional.empty();
    } finally {
      if (deadline != null) {
        deadline.cancel(false);
      }
    }
  }

  /// Whether it was given up.
  public synchronized boolean givenUp() {
    return deaths >= MOST_DEATHS;
  }

  private Running running() throws IOException {
    Running now = running;
    if (now == null || !now.process.isAlive()) {
      end();
      if (closed || deaths >= MOST_DEATHS) {
        throw new IOException("there is no parser any more");
      }
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().clear();
      builder.environment().put("LC_ALL", "C.UTF-8");
      builder.directory(new java.io.File("/"));
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      Process process = builder.start();
      now =
          new Running(
              process,
              new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16)),
              new DataOutputStream(process.getOutputStream()));
      names.clear();
      running = now;
      awaitReady(now);
    }
    return now;
  }

  private void awaitReady(Running started) throws IOException {
    ScheduledFuture<?> deadline = deadline(started, patience.multipliedBy(TIMES_TO_START));
    try {
      if (started.in.readByte() != ParserMessage.READY) {
        throw new IOException("what was started is no parser");
      }
    } finally {
      deadline.cancel(false);
    }
  }

  private ScheduledFuture<?> deadline(Running process, Duration limit) {
    return clock().schedule(() -> kill(process), limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  private ScheduledExecutorService clock() {
    ScheduledExecutorService known = clock;
    if (known == null) {
      known =
          Executors.newSingleThreadScheduledExecutor(
              task -> Thread.ofPlatform().daemon().name("parser's deadline").unstarted(task));
      clock = known;
    }
    return known;
  }

  private static void kill(Running process) {
    process.process.destroyForcibly();
  }

  private void died() {
    deaths++;
    end();
  }

  private void end() {
    Running now = running;
    if (now != null) {
      running = null;
      now.process.destroyForcibly();
    }
  }

  /// Ends the process until something is asked again.
  public synchronized void rest() {
    end();
  }

  /// Ends the process.
  @Override
  public synchronized void close() {
    closed = true;
    end();
    if (clock != null) {
      clock.shutdownNow();
    }
  }
}
