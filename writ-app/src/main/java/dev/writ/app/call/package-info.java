// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// Calls of tools in a person's words: what a call does, how it ended, and the lines below it.
///
/// Deliberately absent: layout, colour, and making the words of outcomes inert. Start reading at
/// [CallTitle].
@NullMarked
package dev.writ.app.call;

import org.jspecify.annotations.NullMarked;
