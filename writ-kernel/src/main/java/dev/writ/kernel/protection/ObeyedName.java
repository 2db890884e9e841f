// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

/// A file name that a program finds without being told and obeys.
///
/// @param obedience the consent that a change needs
/// @param pattern a name, names joined by `/`, or `*` with the end of a name; with everything below
/// @param program the program that obeys it
/// @param source the documentation of that behaviour
public record ObeyedName(ObedienceRule obedience, String pattern, String program, String source) {
  /// The reason in words, for the person and the model.
  public String words() {
    return pattern + " is obeyed by " + program;
  }
}
