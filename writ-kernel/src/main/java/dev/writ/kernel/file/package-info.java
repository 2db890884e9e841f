// Implements: docs/spec/02-architecture.md §2.2 (Modules)
/// The hand that changes files of the workspace.
///
/// Deliberately absent: any judgement; what comes here was judged and recorded. Start reading at
/// [FileHand].
@NullMarked
package dev.writ.kernel.file;

import org.jspecify.annotations.NullMarked;
