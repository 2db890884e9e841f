// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
/// What an argument array of a known program means: allowed options, each classed.
///
/// Deliberately absent: files (they come through [PackFiles]), the person and the project, and
/// lists of bad options: what a pack does not name is unnamed, never harmless. Start reading at
/// [Packs].
@NullMarked
package dev.writ.kernel.pack;

import org.jspecify.annotations.NullMarked;
