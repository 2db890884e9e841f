// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// Why a text is not in the command language.
///
/// @param construct what stands there, such as `a here-document (<<)`
/// @param position where it begins: UTF-16 units from the start of the text, from 0
/// @param length how long it is, in UTF-16 units; 0 where something is missing
/// @param rewrite what to write instead
public record UnsupportedText(String construct, int position, int length, String rewrite) {
  /// One sentence for the author of the command line.
  public String message() {
    return construct
        + " at position "
        + position
        + " is not supported: no shell runs this command line. Instead: "
        + rewrite;
  }
}
