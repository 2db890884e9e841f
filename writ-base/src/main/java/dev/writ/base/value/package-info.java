// Implements: docs/spec/01-product.md §1.1 (Vocabulary)
/// Values that all modules share: contents with their hashes, ranges of lines, errors, verdicts,
/// and text that is safe to display.
///
/// Deliberately absent: anything that has an effect. Start reading at [FileContent].
@NullMarked
package dev.writ.base.value;

import org.jspecify.annotations.NullMarked;
