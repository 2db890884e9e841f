// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
/// Subcommands by which a person grants: `init`, `trust`, `policy`, `pack`, `intent`.
///
/// Deliberately absent: granting without asking. Start reading at [InitCommand].
@NullMarked
package dev.writ.app.command.grant;

import org.jspecify.annotations.NullMarked;
