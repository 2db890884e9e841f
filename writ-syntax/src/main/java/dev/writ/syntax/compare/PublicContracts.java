// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.syntax.tree.GrammarLanguage;
import java.util.List;
import java.util.Set;

/// Names that code elsewhere may use, and which therefore cannot change.
final class PublicContracts {
  private final GrammarLanguage language;

  PublicContracts(GrammarLanguage language) {
    this.language = language;
  }

  /// Whether a name may become another one; some are contracts with what is outside.
  ///
  /// @param member whether a type's part has one of the names
  boolean renames(String before, String after, boolean member) {
    if (before.startsWith("__")
        || after.startsWith("__")
        || RESERVED.contains(before)
        || RESERVED.contains(after)
        || (member && (METHODS.contains(before) || METHODS.contains(after)))) {
      return false;
    }
    if (language == GrammarLanguage.GO) {
      return exported(before) == exported(after) && tested(before).equals(tested(after));
    }
    if (language == GrammarLanguage.PYTHON) {
      return before.startsWith("test") == after.startsWith("test")
          && before.startsWith("_") == after.startsWith("_");
    }
    return before.startsWith("#") == after.startsWith("#")
        && before.startsWith("@") == after.startsWith("@");
  }

  private static boolean exported(String name) {
    return Character.isUpperCase(name.charAt(0));
  }

  private static String tested(String name) {
    return TESTS.stream().filter(name::startsWith).findFirst().orElse("");
  }

  private static final List<String> TESTS = List.of("Test", "Benchmark", "Fuzz", "Example");

  /// Names that a language, a tool or a convention gives a meaning.
  private static final Set<String> RESERVED =
      Set.of(
          "main",
          "init",
          "constructor",
          "self",
          "cls",
          "this",
          "super",
          "default",
          "exports",
          "module",
          "arguments",
          "eval",
          "_");

  /// Names of methods that are called by what doesn't know their types.
  private static final Set<String> METHODS =
      Set.of(
          "toString",
          "equals",
          "hashCode",
          "clone",
          "finalize",
          "readObject",
          "writeObject",
          "readResolve",
          "writeReplace",
          "toJSON",
          "valueOf",
          "then",
          "String",
          "Error",
          "ServeHTTP",
          "Close",
          "Read",
          "Write",
          "close",
          "initialize",
          "to_s",
          "render");
}
