// Implements: docs/spec/02-architecture.md §2.2 (Modules)
/// The workspace as handles: where names really lead, reading, walking, and what patterns match.
///
/// Deliberately absent: any judgement, and any change. Start reading at [WorkspaceRoot].
@NullMarked
package dev.writ.kernel.workspace;

import org.jspecify.annotations.NullMarked;
