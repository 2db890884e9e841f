// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.app.command.session;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How much the model is to reason in a session (`--effort`).
///
/// @param wanted empty where the command line says nothing
public record SessionEffort(Optional<ReasoningEffort> wanted) {
  private static final String NAME = "effort";

  /// The option.
  static final CommandOption OPTION =
      CommandOption.valued(NAME, "LEVEL", "reasoning effort: " + levels());

  /// The level of the command line.
  ///
  /// @throws UsageException if that is not a level
  public static SessionEffort of(ParsedArguments arguments) throws UsageException {
    String word = arguments.value(NAME).orElse("");
    if (word.isEmpty()) {
      return new SessionEffort(Optional.empty());
    }
    Optional<ReasoningEffort> level = level(word);
    if (level.isEmpty()) {
      throw new UsageException(
          "--effort: " + levels() + ", not '" + word + "'" + NearestWord.hint(word, words()));
    }
    return new SessionEffort(level);
  }

  /// The level of that name; empty where there is none.
  public static Optional<ReasoningEffort> level(String word) {
    return Arrays.stream(ReasoningEffort.values())
        .filter(level -> word(level).equals(word))
        .findFirst();
  }

  /// How a level is called.
  public static String word(ReasoningEffort level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /// The names of all levels.
  public static List<String> words() {
    return Arrays.stream(ReasoningEffort.values()).map(SessionEffort::word).toList();
  }

  /// The names of all levels in a row.
  public static String levels() {
    return String.join(", ", words());
  }

  /// Reports it to a new session.
  ///
  /// @throws IOException where it can't be written
  public void begin(Session session) throws IOException {
    if (wanted.isPresent() && wanted.get() != session.effort()) {
      session.submit(new SessionCommand.SetEffort(wanted.get()));
    }
  }
}
