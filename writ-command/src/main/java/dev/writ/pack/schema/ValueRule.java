// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import dev.writ.command.unwrap.AwkProgram;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The permitted words of an option's value or a positional, and their meaning.
public sealed interface ValueRule {
  /// The longest word that is held against a pattern, in characters: patterns recurse.
  int MAX_SHAPED_CHARS = 2000;

  /// The longest pattern that is shown to a person, in characters: a longer one says nothing.
  int MAX_SHOWN_CHARS = 40;

  /// There is none: the option is a flag.
  record NoValue() implements ValueRule {}

  /// Any text, or one of a shape.
  ///
  /// @param pattern must match the whole word
  record Words(Optional<Pattern> pattern) implements ValueRule {}

  /// A whole number within bounds, both included.
  record WholeNumber(long min, long max) implements ValueRule {}

  /// One of these words.
  record OneOf(Set<String> words) implements ValueRule {
    public OneOf {
      words = Set.copyOf(words);
    }
  }

  /// A path or a glob of paths; `-` is standard input or output and no path.
  ///
  /// @param pattern must match the whole word; where it has a group `file`, that is the path, and
  ///     a word in which the group is nothing names none: `@FILE` beside any other text
  record PathName(PathAccess access, Optional<Pattern> pattern) implements ValueRule {
    private static final String FILE = "file";

    /// The path that a word of that shape names, if it names one.
    public Optional<String> path(String word) {
      if (pattern.isEmpty() || !pattern.get().namedGroups().containsKey(FILE)) {
        return Optional.of(word);
      }
      Matcher matcher = pattern.get().matcher(word);
      return matcher.matches() ? Optional.ofNullable(matcher.group(FILE)) : Optional.of(word);
    }
  }

  /// A Git revision, range or path: `HEAD~2`, `main:a.txt`, `a.txt`. All of it is reported as a
  /// path that is read, because Git treats a word as a path if it is not a revision.
  record GitRevision() implements ValueRule {}

  /// A URL or the name of a host.
  ///
  /// @param pattern must match the whole word
  record Address(Optional<Pattern> pattern) implements ValueRule {}

  /// A program in a small language that is harmless as far as the code can determine.
  record ScriptValue(Language language) implements ValueRule {}

  /// Languages of [ScriptValue].
  enum Language {
    /// `sed`: may print, delete and substitute.
    SED,
    /// `awk`: may compute and print.
    AWK
  }

  /// Why a word is not one of these; empty where it is.
  default Optional<String> fault(String word) {
    return switch (this) {
      case NoValue _ -> Optional.of("takes no value");
      case Words(Optional<Pattern> pattern) -> shape(pattern, word);
      case PathName(_, Optional<Pattern> pattern) -> shape(pattern, word);
      case Address(Optional<Pattern> pattern) -> shape(pattern, word);
      case WholeNumber whole -> whole(whole.min(), whole.max(), word);
      case OneOf(Set<String> words) ->
          words.contains(word)
              ? Optional.empty()
              : Optional.of("is not one of its permitted words");
      case GitRevision _ -> Optional.empty();
      case ScriptValue(Language language) -> script(language, word);
    };
  }

  private static Optional<String> shape(Optional<Pattern> pattern, String word) {
    if (pattern.isEmpty()) {
      return Optional.empty();
    }
    if (word.length() > MAX_SHAPED_CHARS) {
      return Optional.of("is longer than " + MAX_SHAPED_CHARS + " characters");
    }
    return pattern.get().matcher(word).matches()
        ? Optional.empty()
        : Optional.of(
            pattern.get().pattern().length() > MAX_SHOWN_CHARS
                ? "has no form that the pack permits"
                : "does not have the shape " + pattern.get());
  }

  private static Optional<String> whole(long min, long max, String word) {
    try {
      long number = Long.parseLong(word);
      return number >= min && number <= max
          ? Optional.empty()
          : Optional.of("is not between " + min + " and " + max);
    } catch (NumberFormatException _) {
      return Optional.of("is not a whole number");
    }
  }

  private static Optional<String> script(Language language, String word) {
    boolean harmless =
        switch (language) {
          case SED -> SedScript.isHarmless(word);
          case AWK -> AwkProgram.extent(word) == AwkProgram.EffectBound.PRINTS;
        };
    return harmless ? Optional.empty() : Optional.of("is a program that may do more than print");
  }
}
