// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
/// Reads an argument array by the rules of a pack; what a pack does not name is unnamed, never
/// harmless.
///
/// Deliberately absent: the person and the project. Start reading at [PackCommandReader].
@NullMarked
package dev.writ.pack.reading;

import org.jspecify.annotations.NullMarked;
