// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
/// The description of a program by a pack: options, their values, effects, risks and examples.
///
/// Deliberately absent: files and reading. Start reading at [Pack].
@NullMarked
package dev.writ.pack.schema;

import org.jspecify.annotations.NullMarked;
