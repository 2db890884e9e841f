// Implements: docs/spec/02-architecture.md §2.2 (Modules)
/// The hand that starts programs.
///
/// Deliberately absent: any judgement; what comes here was judged and recorded. Start reading at
/// [CommandHand].
@NullMarked
package dev.writ.kernel.hand;

import org.jspecify.annotations.NullMarked;
