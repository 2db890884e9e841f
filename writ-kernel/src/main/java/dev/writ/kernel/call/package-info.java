// Implements: docs/spec/01-product.md §1.1 (Vocabulary)
/// What is asked and answered: a model's [ToolCall], the [Proposal] a tool makes of it, the
/// [Effect]s it states, the [dev.writ.base.value.Verdict] of a gate and the [ToolResult] that goes
/// back.
///
/// Deliberately absent: anything that has an effect. Start reading at [Proposal].
@NullMarked
package dev.writ.kernel.call;

import org.jspecify.annotations.NullMarked;
