// Implements: docs/spec/06-tools.md §6 (Tools)
/// Shared code of all built-in tools: limits of results and of time.
///
/// Deliberately absent: files, processes, sockets. Start reading at [BoundedTool].
@NullMarked
package dev.writ.tools;

import org.jspecify.annotations.NullMarked;
