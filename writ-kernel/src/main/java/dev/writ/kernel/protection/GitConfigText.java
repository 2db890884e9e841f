// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Reads the text of a Git configuration file as git-config(1) describes the syntax. Git refuses a
/// file with an error in it; here the rest of the line is left out, so that nothing is missed.
public final class GitConfigText {
  private final String text;
  private final List<GitConfigPlace> places = new ArrayList<>();
  private int at;
  private int valueEnd;
  private String section = "";
  private String subsection = "";

  private GitConfigText(String text) {
    this.text = text;
    this.at = text.startsWith("\ufeff") ? 1 : 0;
  }

  /// A variable with its value.
  ///
  /// @param section in lower case
  /// @param subsection as written; empty if there is none
  /// @param name in lower case
  /// @param value `true` where none is written
  public record GitConfigEntry(String section, String subsection, String name, String value) {
    /// Section and name, as in `core.hookspath`.
    public String key() {
      return section + "." + name;
    }
  }

  /// A variable with the place of its value: as it is written, with its quotes.
  ///
  /// @param start where it begins in the text, behind the `=`
  /// @param end where it ends, before a comment or the line's end
  public record GitConfigPlace(GitConfigEntry entry, int start, int end) {}

  /// The variables in order.
  public static List<GitConfigEntry> entries(String text) {
    return places(text).stream().map(GitConfigPlace::entry).toList();
  }

  /// The same with their places.
  public static List<GitConfigPlace> places(String text) {
    GitConfigText reader = new GitConfigText(text);
    reader.read();
    return reader.places;
  }

  private void read() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (c == '#' || c == ';') {
        skipLine();
      } else if (c == '[') {
        at++;
        header();
      } else if (Character.isLetter(c)) {
        variable();
      } else {
        skipLine();
      }
    }
  }

  private void skipLine() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end + 1;
  }

  /// `[name]`, `[name "subsection"]` or `[name.subsection]`; a variable may follow on the line.
  private void header() {
    int start = at;
    while (at < text.length() && isNameCharacter(text.charAt(at), '.')) {
      at++;
    }
    String name = text.substring(start, at).toLowerCase(Locale.ROOT);
    int dot = name.indexOf('.');
    section = dot < 0 ? name : name.substring(0, dot);
    subsection = dot < 0 ? "" : name.substring(dot + 1);
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    if (at < text.length() && text.charAt(at) == '"') {
      at++;
      subsection = quoted();
    }
    if (at < text.length() && text.charAt(at) == ']') {
      at++;
    } else {
      skipLine();
    }
  }

  private String quoted() {
    StringBuilder name = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
      }
      name.append(text.charAt(at++));
    }
    if (at < text.length() && text.charAt(at) == '"') {
      at++;
    }
    return name.toString();
  }

  private static boolean isNameCharacter(char c, char other) {
    return Character.isLetterOrDigit(c) || c == '-' || c == other;
  }

  private void variable() {
    int start = at;
    while (at < text.length() && isNameCharacter(text.charAt(at), '-')) {
      at++;
    }
    String name = text.substring(start, at).toLowerCase(Locale.ROOT);
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    String value = "true";
    int valueStart = at;
    valueEnd = at;
    if (at < text.length() && text.charAt(at) == '=') {
      valueStart = ++at;
      value = value();
    } else {
      skipLine();
    }
    GitConfigEntry entry = new GitConfigEntry(section, subsection, name, value);
    places.add(new GitConfigPlace(entry, valueStart, valueEnd));
  }

  /// To the end of the line: quotes and escapes taken away, comments left out, lines joined.
  private String value() {
    StringBuilder value = new StringBuilder();
    int kept = 0;
    boolean quoting = false;
    while (at < text.length()) {
      char c = text.charAt(at++);
      valueEnd = at;
      if (c == '\n') {
        valueEnd--;
        break;
      }
      if (c == '\\' && at < text.length()) {
        char next = text.charAt(at++);
        if (next == '\r' && at < text.length() && text.charAt(at) == '\n') {
          next = text.charAt(at++);
        }
        if (next != '\n') {
          value.append(escaped(next));
          kept = value.length();
        }
        valueEnd = at;
      } else if (c == '"') {
        quoting = !quoting;
        kept = value.length();
      } else if (!quoting && (c == '#' || c == ';')) {
        valueEnd--;
        skipLine();
        break;
      } else if (quoting || !Character.isWhitespace(c)) {
        value.append(c);
        kept = value.length();
      } else if (!value.isEmpty()) {
        value.append(c);
      }
    }
    value.setLength(kept);
    return value.toString();
  }

  private static char escaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'b' -> '\b';
      default -> c;
    };
  }
}
