// Implements: docs/spec/02-architecture.md §2.2 (Modules)
/// The program: what starts, and how the parts are wired together.
///
/// Deliberately absent: decisions about what a model may do (they are the kernel's).
/// Start reading at [Main].
@NullMarked
package dev.writ.app;

import org.jspecify.annotations.NullMarked;
