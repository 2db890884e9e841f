// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
/// Subcommands that need no session: configuration, models, keys, the demo, the doctor.
///
/// Deliberately absent: wiring, and judging. Start reading at [DoctorCommand].
@NullMarked
package dev.writ.app.command;

import org.jspecify.annotations.NullMarked;
