// Implements: docs/spec/01-product.md §1.1 (Vocabulary)
/// Requests and answers: a model's [ToolCall], the [Proposal] that a tool makes of it, the
/// [Effect]s that it states, the [dev.writ.base.value.Verdict] of a gate and the [ToolResult].
///
/// Deliberately absent: anything that has an effect. Start reading at [Proposal].
@NullMarked
package dev.writ.kernel.call;

import org.jspecify.annotations.NullMarked;
