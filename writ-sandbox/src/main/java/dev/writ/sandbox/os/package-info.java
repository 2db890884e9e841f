// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// The operating system by its own interface: handles of directories, system-call filters, events,
/// process groups. The only native access of the project besides the parser.
///
/// Deliberately absent: knowledge of commands. Start reading at [Os].
@NullMarked
package dev.writ.sandbox.os;

import org.jspecify.annotations.NullMarked;
