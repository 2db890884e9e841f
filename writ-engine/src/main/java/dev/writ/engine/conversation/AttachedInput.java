// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.engine.conversation;

/// The message of a person's words with what they piped into the run: a log may hold what no commit
/// is to publish.
public final class AttachedInput {
  private static final String HEAD = "\n\nAttached from standard input:\n<stdin>\n";
  private static final String END = "</stdin>";

  private AttachedInput() {}

  /// The message.
  ///
  /// @param text what was piped, with a line end
  public static String message(String words, String text) {
    return words + HEAD + text + END;
  }

  /// The person's own words in a message, and how many lines they attached.
  public static String words(String message) {
    int head = message.indexOf(HEAD);
    if (head < 0 || !message.endsWith(END)) {
      return message;
    }
    String text = message.substring(head + HEAD.length(), message.length() - END.length());
    long lines = text.lines().count();
    return "%s\n\n(with %d %s from standard input)"
        .formatted(message.substring(0, head), lines, lines == 1 ? "line" : "lines");
  }
}
