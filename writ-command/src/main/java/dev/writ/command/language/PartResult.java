// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// How a part of a line ended that ran before the rest of the line was known.
///
/// @param status its exit status
/// @param output what it printed, where that becomes words of the rest; else empty
public record PartResult(int status, String output) {
  /// Of a part that did not run: it is assumed to succeed, and to print a value that may be a
  /// number or a name.
  public static final PartResult UNKNOWN = new PartResult(0, "1");

  /// The value of a substitution: the output without its trailing line ends.
  public String words() {
    int end = output.length();
    while (end > 0 && output.charAt(end - 1) == '\n') {
      end--;
    }
    return output.substring(0, end);
  }
}
