// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
/// Intents at work: selecting, declaring and closing them, and the check that a call stays inside.
///
/// Deliberately absent: a way for a model to create or close an intent. Start reading at
/// [IntentCheck].
@NullMarked
package dev.writ.kernel.intents;

import org.jspecify.annotations.NullMarked;
