// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
/// Declared work: what an intent is, how the file that declares them is read, and what a session
/// has declared.
///
/// Deliberately absent: any way for a model to create or close an intent. Start reading at
/// [Intent].
@NullMarked
package dev.writ.kernel.intent;

import org.jspecify.annotations.NullMarked;
