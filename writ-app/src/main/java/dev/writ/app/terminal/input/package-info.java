// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// Keys: what a terminal sends when a person types, pastes or resizes.
///
/// Deliberately absent: what a key does. Start reading at [KeyDecoder].
@NullMarked
package dev.writ.app.terminal.input;

import org.jspecify.annotations.NullMarked;
