// Implements: docs/spec/06-tools.md §6 (Tools)
/// The tools that change the session: intents, plan, questions, lessons.
///
/// Deliberately absent: changing anything without the gate. Start reading at [ProposeIntentTool].
@NullMarked
package dev.writ.tools.session;

import org.jspecify.annotations.NullMarked;
