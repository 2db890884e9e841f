// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
/// The declarations of a file in a form in which two states can be compared: names bound to their
/// declarations, order if it is significant, spelling if it is not normalised.
///
/// Deliberately absent: the comparison itself. Start reading at [ItemBuilder], then [ComparedItem].
@NullMarked
package dev.writ.syntax.item;

import org.jspecify.annotations.NullMarked;
