// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.command.session;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.EffectiveConfiguration;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.session.ElsewhereException;
import dev.writ.app.session.SessionDirectory;
import dev.writ.app.session.SessionOpening;
import dev.writ.base.value.DisplayText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Completes the options that say which session is continued, by asking the person at a terminal.
public final class SessionChoice {
  /// The options of `chat` and `run`.
  public static final List<CommandOption> OPTIONS =
      List.of(
          CommandOption.flag(
              SessionOpening.CONTINUE, "continue the latest session of this directory"),
          CommandOption.optional(
              SessionOpening.RESUME, "NAME", "continue that session (writ sessions list)"),
          CommandOption.flag(SessionOpening.FORK, "with one of these: continue a copy"),
          CommandOption.flag(
              SessionOpening.HERE,
              "with one of these: continue it in this directory, not in its own"),
          SessionEffort.OPTION);

  private static final int MAX_SHOWN = 20;

  private final ProcessContext context;
  private final LineSource typed;

  /// The source of a person's answers.
  @FunctionalInterface
  public interface LineSource {
    /// The next line that is typed; empty at the end of input.
    Optional<String> message(Runnable prompt) throws IOException;
  }

  public SessionChoice(ProcessContext context, LineSource typed) {
    this.context = context;
    this.typed = typed;
  }

  /// `--resume` without a name: the person chooses from the list.
  ///
  /// @return empty where they choose none
  public Optional<ParsedArguments> named(ParsedArguments arguments)
      throws UsageException, IOException {
    boolean open = arguments.value(SessionOpening.RESUME).filter(String::isEmpty).isPresent();
    if (!open) {
      return Optional.of(arguments);
    }
    SessionDirectory sessions =
        SessionOpening.directory(context, EffectiveConfiguration.of(arguments, context));
    SessionDirectory.Listing listing = sessions.list();
    if (listing.entries().isEmpty()) {
      throw new UsageException("there is no session to resume");
    }
    new SessionTable(Instant.now()).print(listing.entries(), MAX_SHOWN, context.out());
    return answer("Resume which number or name? ")
        .filter(text -> !text.isEmpty())
        .map(text -> arguments.with(SessionOpening.RESUME, text));
  }

  /// A session that worked elsewhere: the person says what to do.
  ///
  /// @return empty where they cancel
  public Optional<ParsedArguments> moved(ParsedArguments arguments, ElsewhereException problem)
      throws IOException {
    context.out().println(DisplayText.line(problem.problem()));
    context.out().println("  1  continue it in this directory");
    context.out().println("  2  continue a copy of it in this directory (fork)");
    context.out().println("  3  cancel");
    return switch (answer("1, 2 or 3? ").orElse("3")) {
      case "1", "continue" -> Optional.of(arguments.with(SessionOpening.HERE, "true"));
      case "2", "fork" -> Optional.of(arguments.with(SessionOpening.FORK, "true"));
      default -> Optional.empty();
    };
  }

  private Optional<String> answer(String question) throws IOException {
    return typed
        .message(
            () -> {
              context.out().print(question);
              context.out().flush();
            })
        .map(String::strip);
  }

  /// Reads a line and nothing behind it: what follows is for who reads the terminal next.
  public static Optional<String> line(Runnable prompt, InputStream in) throws IOException {
    prompt.run();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      line.write(next);
      next = in.read();
    }
    return next < 0 && line.size() == 0
        ? Optional.empty()
        : Optional.of(line.toString(StandardCharsets.UTF_8));
  }
}
