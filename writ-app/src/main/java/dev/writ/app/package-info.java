// Implements: docs/spec/02-architecture.md §2.2 (Modules)
/// The program: what starts, the table of commands, and which options each honours.
///
/// Deliberately absent: decisions about what a model may do. Start reading at [Main].
@NullMarked
package dev.writ.app;

import org.jspecify.annotations.NullMarked;
