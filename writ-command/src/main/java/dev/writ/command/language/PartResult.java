// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// How a part of a line ended that ran before the rest of the line was known.
///
/// @param status its exit status
/// @param output what it printed, where that becomes words of the rest; else empty
public record PartResult(int status, String output) {
  /// Of a part that nobody ran: it is supposed to have succeeded, and to have printed what may be a
  /// number as well as a name.
  public static final PartResult UNKNOWN = new PartResult(0, "1");

  /// What a substitution stands for: the output without the line ends at its end.
  public String words() {
    int end = output.length();
    while (end > 0 && output.charAt(end - 1) == '\n') {
      end--;
    }
    return output.substring(0, end);
  }
}
