// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.command.session;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.ProcessContext;
import dev.writ.engine.conversation.AttachedInput;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// The request of a run: what the command line says, with what stands on standard input.
///
/// @param remark for the person, about standard input
record RunRequest(String text, Optional<String> remark) {
  private static final int MAX_PROMPT_BYTES = 4 * 1024 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration FOREVER = Duration.ofDays(1);

  /// Reads the request.
  ///
  /// @param piped whether standard input is something else than a terminal
  /// @throws UsageException where there is none
  static RunRequest of(ParsedArguments arguments, ProcessContext context, boolean piped)
      throws UsageException, IOException {
    String words = String.join(" ", arguments.operands());
    boolean named = words.equals("-");
    if (named || (words.isBlank() && piped)) {
      PipedInput.PipedContent content =
          PipedInput.read(context.in(), MAX_PROMPT_BYTES, named ? FOREVER : PATIENCE);
      if (content.cut()) {
        throw new UsageException("the prompt on standard input is longer than 4 MiB");
      }
      return new RunRequest(demanded(content.text()), Optional.empty());
    }
    demanded(words);
    if (!piped) {
      return new RunRequest(words, Optional.empty());
    }
    PipedInput.PipedContent content =
        PipedInput.read(context.in(), PipedInput.MAX_ATTACHED_BYTES, PATIENCE);
    if (content.silent()) {
      return new RunRequest(
          words, Optional.of("[standard input was empty for 3 s; it is not attached]"));
    }
    return content.text().isBlank()
        ? new RunRequest(words, Optional.empty())
        : attached(words, content);
  }

  private static String demanded(String prompt) throws UsageException {
    if (prompt.isBlank()) {
      throw new UsageException(
          "run needs a prompt: writ run \"what to do\", or - for standard input");
    }
    return prompt;
  }

  private static RunRequest attached(String words, PipedInput.PipedContent content) {
    String text = content.text();
    String end = text.endsWith("\n") ? "" : "\n";
    String first = (PipedInput.MAX_ATTACHED_BYTES >> 10) + " KiB";
    String cut = content.cut() ? "[cut: only the first " + first + " are here]\n" : "";
    return new RunRequest(
        AttachedInput.message(words, text + end + cut),
        content.cut()
            ? Optional.of("[standard input is longer than " + first + "; the rest is not attached]")
            : Optional.empty());
  }
}
