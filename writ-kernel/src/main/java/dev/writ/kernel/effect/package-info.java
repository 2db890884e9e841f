// Implements: docs/spec/02-architecture.md §2.2 (Modules)
/// The hands: the only code that opens files of the workspace and starts processes. Not exported;
/// reached through a warrant, or by the kernel for its own records.
///
/// Deliberately absent: any judgement. What comes here was judged. Start reading at [Root].
@NullMarked
package dev.writ.kernel.effect;

import org.jspecify.annotations.NullMarked;
