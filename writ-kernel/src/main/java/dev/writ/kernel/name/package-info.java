// Implements: docs/spec/01-product.md §1.2 (Invariants)
/// The names of files that hold secrets, and those of their copies.
///
/// Deliberately absent: what a file says, but where its name leaves that open. Start reading at
/// [SecretNames].
@NullMarked
package dev.writ.kernel.name;

import org.jspecify.annotations.NullMarked;
