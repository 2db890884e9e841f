// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

/// A name that a program looks for by itself and obeys.
///
/// @param obedience what a change needs
/// @param pattern a name, names joined by `/`, or `*` with the end of a name; with everything below
/// @param program what obeys it
/// @param source where that is documented
public record ObeyedName(ObedienceRule obedience, String pattern, String program, String source) {
  /// The reason in words, for the person and the model.
  public String words() {
    return pattern + " is obeyed by " + program;
  }
}
