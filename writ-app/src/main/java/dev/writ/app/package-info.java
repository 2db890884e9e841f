// Implements: docs/spec/02-architecture.md §2.2 (Modules)
/// The program: the entry point, the table of commands, and the options of each.
///
/// Deliberately absent: decisions about what a model may do. Start reading at [Main].
@NullMarked
package dev.writ.app;

import org.jspecify.annotations.NullMarked;
