// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
/// Tools for models that have no native tool calls: described in the prompt, called in a strict
/// fenced form in the text.
///
/// Deliberately absent: guessing calls from text of any other form. Start reading at [FencedTools].
@NullMarked
package dev.writ.wire.fenced;

import org.jspecify.annotations.NullMarked;
