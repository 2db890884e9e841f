// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
/// What the declarations of a file say, so that two states of them can be compared: names bound to
/// their declarations, order where it counts, spelling where it doesn't.
///
/// Deliberately absent: the comparison itself. Start reading at [ItemBuilder], then [ComparedItem].
@NullMarked
package dev.writ.syntax.item;

import org.jspecify.annotations.NullMarked;
