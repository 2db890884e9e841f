// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
/// What the process was started with: streams, environment, directories, the configuration in
/// force, exit codes.
///
/// Deliberately absent: wiring. Start reading at [ProcessContext].
@NullMarked
package dev.writ.app.process;

import org.jspecify.annotations.NullMarked;
