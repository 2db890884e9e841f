// Implements: docs/spec/01-product.md §1.3 (Trust)
package dev.writ.app.command.grant;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.session.TerminalLine;
import dev.writ.app.command.session.TypedLines;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.process.ClosedKeyboard;
import dev.writ.app.process.ProcessContext;
import dev.writ.kernel.grant.PersonAuthority;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A person who grants something: at a terminal, or by an operator's explicit `--yes`.
public final class GrantingPerson {
  private static final Set<String> ACCEPTED = Set.of("", "y", "yes");

  private final ParsedArguments arguments;
  private final ProcessContext context;

  private GrantingPerson(ParsedArguments arguments, ProcessContext context) {
    this.arguments = arguments;
    this.context = context;
  }

  /// The user of this process, unless Writ itself started it.
  ///
  /// @throws UsageException in a child of Writ, which cannot grant (INV-6)
  public static GrantingPerson of(ParsedArguments arguments, ProcessContext context)
      throws UsageException {
    if (context.environment().containsKey(PersonAuthority.CHILD_MARKER)) {
      throw new UsageException(
          "Writ started this process, and a process that Writ started cannot grant anything; use"
              + " a terminal of your own");
    }
    return new GrantingPerson(arguments, context);
  }

  /// The login name, for the records.
  String name() {
    return context.environment().getOrDefault("USER", "unknown");
  }

  /// Whether the person agrees to exactly that content: by typing the word, or by `--yes` with a
  /// `--hash` that says which content is meant.
  ///
  /// @param question what is asked
  /// @param word what agreement is typed as
  /// @param hash of the content
  /// @throws UsageException where no person can be asked, or something else is meant
  boolean agrees(String question, String word, String hash) throws UsageException, IOException {
    if (arguments.has("yes") && arguments.value("hash").isEmpty()) {
      throw new UsageException("--yes alone is not enough here; add --hash " + hash);
    }
    if (arguments.value("hash").isPresent() && !arguments.value("hash").get().equals(hash)) {
      throw new UsageException("--hash names another pack; this one is " + hash);
    }
    return agrees(question, word);
  }

  /// Whether the person agrees: by `--yes`, or by typing the word.
  ///
  /// @param question what is asked
  /// @param word what agreement is typed as
  /// @throws UsageException where no person can be asked
  public boolean agrees(String question, String word) throws UsageException, IOException {
    return arguments.has("yes")
        || typed(question + " Type " + word + " to agree: ").filter(word::equals).isPresent();
  }

  /// The same where agreeing is what most do: Enter is enough.
  ///
  /// @throws UsageException where no person can be asked
  boolean accepts(String question) throws UsageException, IOException {
    return arguments.has("yes")
        || typed(question + " [Y/n] ")
            .map(answer -> answer.toLowerCase(Locale.ROOT))
            .filter(ACCEPTED::contains)
            .isPresent();
  }

  /// The person's answer, typed after the question was shown.
  private Optional<String> typed(String question) throws UsageException, IOException {
    if (context.in() instanceof ClosedKeyboard) {
      return Optional.empty();
    }
    if (TerminalPresence.console().isEmpty()) {
      throw new UsageException("no person can agree here; use a terminal, or --yes in a script");
    }
    TypedLines typed = new TypedLines(context.in(), false, TerminalLine.dropped());
    context.out().flush();
    try {
      Optional<String> answer =
          typed.next(
              () -> {
                context.out().print(question);
                context.out().flush();
              });
      return answer.map(String::strip);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
