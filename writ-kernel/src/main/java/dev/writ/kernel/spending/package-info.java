// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
/// How much of its budget an intent has used.
///
/// Deliberately absent: deciding what happens when it is used up. Start reading at
/// [IntentSpending].
@NullMarked
package dev.writ.kernel.spending;

import org.jspecify.annotations.NullMarked;
