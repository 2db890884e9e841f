// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
/// Packs as files: their strict reader, their canonical form, activations, differences, and the
/// registry that finds the pack of a program.
///
/// Deliberately absent: opening files (they come through [PackFiles]) and granting. Start reading
/// at [PackRegistry].
@NullMarked
package dev.writ.pack.file;

import org.jspecify.annotations.NullMarked;
