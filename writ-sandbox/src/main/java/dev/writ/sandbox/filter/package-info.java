// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// Restrictions that the operating system puts on a process: system-call filters, Landlock rules,
/// capabilities.
///
/// Deliberately absent: choosing a mechanism. Start reading at [SyscallFilter].
@NullMarked
package dev.writ.sandbox.filter;

import org.jspecify.annotations.NullMarked;
