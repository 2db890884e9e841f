// Implements: docs/spec/05-providers.md §5.1 (The port)
/// What the adapters of all providers share: an answer that grows ([AnswerDraft]), ids for calls
/// ([CallIds]), and what a person may set ([RequestTuning]).
///
/// Deliberately absent: any provider's words. Start reading at [AnswerDraft].
@NullMarked
package dev.writ.wire.adapter;

import org.jspecify.annotations.NullMarked;
