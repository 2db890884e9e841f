// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The options of a command by their names.
public final class OptionTable {
  /// The option whose values are the digits of `-20`.
  private static final String NUMBER = "-#";

  private static final int ASCII = 128;

  private final Map<String, PackOption> byName = new HashMap<>();
  private final Map<String, PackOption> prefixes = new HashMap<>(0);
  private final @Nullable PackOption[] letters = new @Nullable PackOption[ASCII];
  private final List<PackOption> required = new ArrayList<>(0);
  private final @Nullable PackOption number;
  private int longestPrefix;

  /// Of options with the same name the first counts.
  public OptionTable(OptionDialect dialect, List<PackOption> options) {
    for (PackOption option : options) {
      for (String name : option.names()) {
        put(dialect, name, option);
      }
      if (option.usage().required()) {
        required.add(option);
      }
    }
    number = byName.remove(NUMBER);
  }

  private void put(OptionDialect dialect, String name, PackOption option) {
    if (byName.putIfAbsent(name, option) != null) {
      return;
    }
    boolean attached =
        option.arity() == OptionArity.ATTACHED
            || option.arity() == OptionArity.JOINED
            || (option.arity() == OptionArity.OPTIONAL && name.length() == 2); // `-j4`
    if (attached && !(dialect.bundles() && name.startsWith("-"))) {
      prefixes.put(name, option);
      longestPrefix = Math.max(longestPrefix, name.length());
    }
    if (name.length() == 2 && name.charAt(0) == '-' && name.charAt(1) < ASCII) {
      letters[name.charAt(1)] = option;
    }
  }

  @Nullable
  public PackOption named(String name) {
    return byName.get(name);
  }

  @Nullable
  public PackOption letter(char letter) {
    return letter < ASCII ? letters[letter] : null;
  }

  /// The meaning of `-20`, if any.
  @Nullable
  public PackOption number() {
    return number;
  }

  public List<PackOption> required() {
    return required;
  }

  /// The longest option name that is a proper prefix of such a word; empty if there is none.
  public String prefixOf(String word) {
    for (int length = Math.min(longestPrefix, word.length() - 1); length > 0; length--) {
      String prefix = word.substring(0, length);
      if (prefixes.containsKey(prefix)) {
        return prefix;
      }
    }
    return "";
  }
}
