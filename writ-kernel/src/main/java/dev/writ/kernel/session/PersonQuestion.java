// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.kernel.session;

import java.util.List;

/// A model's question to a person, escaped for display. The answer is text for the model; it grants
/// nothing.
///
/// @param options answers to choose from; may be empty, and another answer may be given
public record PersonQuestion(String question, List<String> options) {
  public PersonQuestion {
    options = List.copyOf(options);
  }
}
