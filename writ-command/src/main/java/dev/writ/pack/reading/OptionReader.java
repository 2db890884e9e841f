// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.reading;

import dev.writ.pack.schema.OptionArity;
import dev.writ.pack.schema.OptionDialect;
import dev.writ.pack.schema.OptionTable;
import dev.writ.pack.schema.PackOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads options from an argument array the way a program of that dialect does.
final class OptionReader {
  private final OptionDialect dialect;
  private final List<String> words;
  private final ReadingFindings findings;
  private int at;
  private @Nullable ReadingFault fault;

  /// @param at where to begin in the words
  OptionReader(OptionDialect dialect, List<String> words, int at, ReadingFindings findings) {
    this.dialect = dialect;
    this.words = words;
    this.at = at;
    this.findings = findings;
  }

  /// The index of the next word.
  int at() {
    return at;
  }

  /// Why the last option was not read.
  @Nullable ReadingFault fault() {
    return fault;
  }

  ReadingFindings findings() {
    return findings;
  }

  boolean hasNext() {
    return at < words.size();
  }

  String peek() {
    return words.get(at);
  }

  String next() {
    return words.get(at++);
  }

  /// Whether the next word is an option, named or not.
  boolean isOption(OptionTable table) {
    String word = peek();
    return (word.length() > 1 && word.charAt(0) == '-')
        || table.named(word) != null
        || !table.prefixOf(word).isEmpty();
  }

  /// Reads the next word as an option with its value; false, with a fault, where it is none.
  boolean read(OptionTable table) {
    String word = next();
    if (dialect.bundles() && word.startsWith("-") && !word.startsWith("--")) {
      return bundle(table, word, 1);
    }
    return single(table, word);
  }

  /// Reads the next word as a bundle without a dash, whose values follow in order.
  boolean readOldStyle(OptionTable table) {
    String word = next();
    for (int i = 0; i < word.length(); i++) {
      PackOption option = table.letter(word.charAt(i));
      if (option == null) {
        return fail(word, "the letter " + word.charAt(i) + " is not named");
      }
      if (!withoutAttached(option, word)) {
        return false;
      }
    }
    return true;
  }

  private boolean bundle(OptionTable table, String word, int from) {
    for (int i = from; i < word.length(); i++) {
      char letter = word.charAt(i);
      PackOption number = table.number();
      if (number != null && letter >= '0' && letter <= '9') {
        findings.add(number);
        continue;
      }
      PackOption option = table.letter(letter);
      if (option == null) {
        return fail(word, "the option -" + letter + " is not named");
      }
      if (option.arity() == OptionArity.NONE) {
        if (!admit(option, word)) {
          return false;
        }
        continue;
      }
      return i + 1 < word.length()
          ? attached(option, word, rest(word, i + 1))
          : withoutAttached(option, word);
    }
    return true;
  }

  private String rest(String word, int from) {
    boolean equals = dialect == OptionDialect.COBRA && word.charAt(from) == '=';
    return word.substring(equals ? from + 1 : from);
  }

  private boolean single(OptionTable table, String written) {
    String word =
        dialect == OptionDialect.GO && written.startsWith("--") ? written.substring(1) : written;
    PackOption whole = table.named(word);
    if (whole != null) {
      return withoutAttached(whole, written);
    }
    int equals = word.indexOf('=');
    PackOption named = equals > 0 ? table.named(word.substring(0, equals)) : null;
    if (named != null && named.arity() != OptionArity.ATTACHED) {
      return attached(named, written, word.substring(equals + 1));
    }
    String prefix = table.prefixOf(word);
    PackOption option = prefix.isEmpty() ? named : table.named(prefix);
    if (option == null) {
      return fail(written, "this option is not named");
    }
    return attached(
        option, written, word.substring(prefix.isEmpty() ? equals + 1 : prefix.length()));
  }

  private boolean withoutAttached(PackOption option, String word) {
    if (option.arity().mayTakeNext()) {
      return valueFromNext(option, word);
    }
    return option.arity().mayBeAbsent() ? admit(option, word) : fail(word, "its value is missing");
  }

  private boolean valueFromNext(PackOption option, String word) {
    if (option.arity() == OptionArity.PAIR && hasNext()) {
      next();
    }
    return hasNext() ? accept(option, word, next()) : fail(word, "its value is missing");
  }

  private boolean attached(PackOption option, String word, String value) {
    if (option.arity() == OptionArity.NONE && dialect.flagsTakeBooleans()) {
      // `--force=false` counts as given: stricter, never looser.
      boolean known = value.equals("true") || value.equals("false");
      return known ? admit(option, word) : fail(word, "is true or false");
    }
    return option.arity().mayBeAttached()
        ? accept(option, word, value)
        : fail(word, "takes no value in the same word");
  }

  private boolean accept(PackOption option, String word, String value) {
    Optional<String> wrong = option.value().fault(value);
    if (wrong.isPresent()) {
      return fail(word, "its value " + wrong.get());
    }
    findings.note(option.value(), value);
    return admit(option, word);
  }

  private boolean admit(PackOption option, String word) {
    boolean again = findings.seen().contains(option);
    if (again && !option.usage().repeatable()) {
      return fail(word, "is given twice");
    }
    if (findings.hasAny(option.usage().conflicts())) {
      return fail(word, "conflicts with another option");
    }
    if (!again) {
      findings.add(option);
    }
    return true;
  }

  private boolean fail(String word, String why) {
    fault = new ReadingFault(word, why);
    return false;
  }
}
