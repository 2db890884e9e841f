// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.syntax.tree.Language;
import java.util.Set;

/// Names that somebody outside relies on, and so can't be given up.
final class Contracts {
  private final Language language;

  Contracts(Language language) {
    this.language = language;
  }

  /// Whether a name may become another one; some are contracts with what is outside.
  boolean renames(String before, String after) {
    if (before.startsWith("__")
        || after.startsWith("__")
        || CONTRACTS.contains(before)
        || CONTRACTS.contains(after)) {
      return false;
    }
    if (language == Language.GO) {
      return exported(before) == exported(after) && tested(before) == tested(after);
    }
    if (language == Language.PYTHON) {
      return before.startsWith("test") == after.startsWith("test")
          && before.startsWith("_") == after.startsWith("_");
    }
    return before.startsWith("#") == after.startsWith("#")
        && before.startsWith("@") == after.startsWith("@");
  }

  private static boolean exported(String name) {
    return Character.isUpperCase(name.charAt(0));
  }

  private static boolean tested(String name) {
    return name.startsWith("Test") || name.startsWith("Benchmark") || name.startsWith("Fuzz");
  }

  private static final Set<String> CONTRACTS =
      Set.of(
          "main",
          "init",
          "constructor",
          "toString",
          "equals",
          "hashCode",
          "compareTo",
          "clone",
          "finalize",
          "readObject",
          "writeObject",
          "readResolve",
          "writeReplace",
          "close",
          "run",
          "call",
          "iterator",
          "toJSON",
          "valueOf",
          "then",
          "String",
          "Error",
          "ServeHTTP",
          "Close",
          "Read",
          "Write",
          "self",
          "cls",
          "this",
          "super",
          "initialize",
          "to_s",
          "render",
          "default",
          "exports",
          "module",
          "arguments",
          "eval",
          "_");
}
