// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
/// The process's environment: streams, variables, directories, the configuration in force, exit
/// codes.
///
/// Deliberately absent: wiring. Start reading at [ProcessContext].
@NullMarked
package dev.writ.app.process;

import org.jspecify.annotations.NullMarked;
