// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import dev.writ.command.language.CommandWord;
import dev.writ.command.language.WordExpansion;
import java.util.List;
import java.util.Map;

/// The variables that a hook's command may name, and their values. Values are inserted literally:
/// no character in them separates words or is a pattern or a variable.
///
/// @param values by name
public record HookVariables(Map<String, String> values) {
  /// The variable that other agents' hooks know the project's directory by.
  public static final String PROJECT_DIRECTORY = "CLAUDE_PROJECT_DIR";

  public HookVariables {
    values = Map.copyOf(values);
  }

  /// For a project.
  ///
  /// @param project the workspace's real path
  /// @param home the person's home directory
  public static HookVariables of(String project, String home) {
    return new HookVariables(
        Map.of(PROJECT_DIRECTORY, project, "WRIT_PROJECT_DIR", project, "HOME", home));
  }

  /// A command's text with the variables put in, quoted so that the command language reads each
  /// value as letters of one word. Everything else, other variables too, stays as it is: the
  /// language refuses it.
  String into(String text) {
    StringBuilder out = new StringBuilder(text.length() + 64);
    char quote = 0;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < text.length()) {
        out.append(c).append(text.charAt(i + 1));
        i += 2;
        continue;
      }
      if ((c == '\'' || c == '"') && (quote == 0 || quote == c)) {
        quote = quote == 0 ? c : 0;
      }
      String name = c == '$' && quote != '\'' ? nameAt(text, i) : "";
      String value = name.isEmpty() ? null : values.get(bare(name));
      if (value == null) {
        out.append(c);
        i++;
      } else {
        String letters = "'" + value.replace("'", "'\\''") + "'";
        out.append(quote == '"' ? "\"" + letters + "\"" : letters);
        i += name.length();
      }
    }
    return out.toString();
  }

  /// A word that no language reads, with the variables put in.
  String intoWord(String word) {
    StringBuilder out = new StringBuilder(word.length() + 64);
    int i = 0;
    while (i < word.length()) {
      String name = word.charAt(i) == '$' ? nameAt(word, i) : "";
      String value = name.isEmpty() ? null : values.get(bare(name));
      out.append(value == null ? String.valueOf(word.charAt(i)) : value);
      i += value == null ? 1 : name.length();
    }
    return out.toString();
  }

  /// `$NAME` or `${NAME}` at an index; empty where neither stands there.
  private static String nameAt(String text, int at) {
    boolean braced = text.startsWith("{", at + 1);
    int end = at + (braced ? 2 : 1);
    while (end < text.length() && isLetter(text.charAt(end))) {
      end++;
    }
    if (!braced) {
      return text.substring(at, end);
    }
    return text.startsWith("}", end) ? text.substring(at, end + 1) : "";
  }

  private static String bare(String name) {
    return name.startsWith("${") ? name.substring(2, name.length() - 1) : name.substring(1);
  }

  private static boolean isLetter(char c) {
    return c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  /// Turns a command's words into literal words.
  WordExpansion expansion() {
    return new WordExpansion() {
      @Override
      public List<String> glob(CommandWord.Pattern pattern, String directory) {
        return List.of(); // refused before
      }

      @Override
      public String home() {
        return values.getOrDefault("HOME", "/");
      }

      @Override
      public String place() {
        return values.getOrDefault("PWD", "/");
      }
    };
  }
}
