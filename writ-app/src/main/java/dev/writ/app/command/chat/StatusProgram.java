// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.PersonDirectories;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.wire.program.PersonProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A program of the person's own that draws the status line (`ui.status_command`): it reads a line
/// of JSON and prints a line of text. It never delays a key: it runs on a thread of its own, of
/// requests that come meanwhile only the latest counts.
final class StatusProgram {
  private static final String KEY = "ui.status_command";
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final PersonProgram programs;
  private final String program;
  private final Consumer<String> drawn;
  private final Consumer<String> problems;
  private Optional<Json.Obj> wanted = Optional.empty();
  private boolean running;
  private boolean told;

  /// @param drawn gets each line; an empty one where the program failed
  /// @param problems gets the first failure in words
  StatusProgram(
      PersonProgram programs, String program, Consumer<String> drawn, Consumer<String> problems) {
    this.programs = programs;
    this.program = program;
    this.drawn = drawn;
    this.problems = problems;
  }

  /// The configured one.
  ///
  /// @throws UsageException where it is in the project, where models write, or where another user
  ///     could exchange it
  static Optional<StatusProgram> of(
      Configuration configuration,
      ProcessContext context,
      Consumer<String> drawn,
      Consumer<String> problems)
      throws UsageException {
    Optional<String> named = configuration.text(KEY).map(text -> "" + context.configured(text));
    if (named.isEmpty()) {
      return Optional.empty();
    }
    if (PersonProgram.leadsInto(context.project(), named.get())) {
      throw configuration.error(
          KEY
              + ": "
              + named.get()
              + " leads into the project, where models write, and it would run outside of the"
              + " sandbox; move it out of the project");
    }
    Optional<String> exchangeable = PersonDirectories.exchangeable(List.of(named.get()));
    if (exchangeable.isPresent()) {
      throw configuration.error(KEY + ": " + exchangeable.get());
    }
    PersonProgram programs =
        new PersonProgram(context.environment(), PATIENCE).outside(context.project());
    return Optional.of(new StatusProgram(programs, named.get(), drawn, problems));
  }

  /// Has the line drawn from these facts; returns at once.
  synchronized void draw(Json.Obj facts) {
    wanted = Optional.of(facts);
    if (!running) {
      running = true;
      Thread.ofPlatform().daemon().name("status").start(this::run);
    }
  }

  private void run() {
    try {
      for (Optional<Json.Obj> next = next(); next.isPresent(); next = next()) {
        drawn.accept(line(next.get()));
      }
    } catch (InterruptedException _) {
      // only the end of the process interrupts this thread
    }
  }

  private synchronized Optional<Json.Obj> next() {
    Optional<Json.Obj> next = wanted;
    wanted = Optional.empty();
    running = next.isPresent();
    return next;
  }

  private String line(Json.Obj facts) throws InterruptedException {
    byte[] input = (facts.write() + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      Optional<PersonProgram.ProgramEnd> ended = programs.run(List.of(program), input);
      if (ended.isEmpty()) {
        return failed("did not end within " + PATIENCE.toSeconds() + " s");
      }
      String text = new String(ended.get().output(), StandardCharsets.UTF_8);
      return ended.get().code() == 0
          ? text.lines().findFirst().orElse("")
          : failed("ended with " + ended.get().code());
    } catch (IOException e) {
      return failed("cannot be started: " + e.getMessage());
    }
  }

  private String failed(String how) {
    if (!told) {
      told = true;
      problems.accept(KEY + ": " + program + " " + how + "; the usual line is shown instead");
    }
    return "";
  }
}
