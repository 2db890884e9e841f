// Implements: docs/spec/05-providers.md §5.1 (The port)
/// Shared code of all providers' adapters: a growing answer ([AnswerDraft]), ids for calls
/// ([CallIds]), and a person's settings ([RequestTuning]).
///
/// Deliberately absent: any provider's words. Start reading at [AnswerDraft].
@NullMarked
package dev.writ.wire.adapter;

import org.jspecify.annotations.NullMarked;
