// Implements: docs/spec/06-tools.md §6 (Tools)
/// The built-in tools: each states effects and, with a warrant, has them performed.
///
/// Deliberately absent: files, processes, sockets. A tool has no hands. Start reading at
/// [WriteFile].
@NullMarked
package dev.writ.tools;

import org.jspecify.annotations.NullMarked;
