// Implements: docs/spec/02-architecture.md §2.4 (The door)
/// What a tool is to the gate: it proposes, and with a warrant has its effects performed.
///
/// Deliberately absent: hands. Start reading at [Tool].
@NullMarked
package dev.writ.kernel.tool;

import org.jspecify.annotations.NullMarked;
