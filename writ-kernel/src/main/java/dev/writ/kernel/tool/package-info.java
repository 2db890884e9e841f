// Implements: docs/spec/02-architecture.md §2.4 (The door)
/// A tool as the gate sees it: it proposes effects, and with a warrant performs them.
///
/// Deliberately absent: hands. Start reading at [Tool].
@NullMarked
package dev.writ.kernel.tool;

import org.jspecify.annotations.NullMarked;
