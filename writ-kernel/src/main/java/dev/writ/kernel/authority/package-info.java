// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
/// The grants of a person to a project.
///
/// Deliberately absent: granting. Start reading at [Authority].
@NullMarked
package dev.writ.kernel.authority;

import org.jspecify.annotations.NullMarked;
