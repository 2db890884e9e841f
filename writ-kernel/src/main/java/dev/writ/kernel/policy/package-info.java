// Implements: docs/spec/09-intents-and-hooks.md §9.3 (Kind and tool compatibility)
/// Rules as data: modes of work, kinds of intent, what is protected, what is secret.
///
/// Deliberately absent: decisions; the checks of the gate read these tables. Start reading at
/// [WorkMode].
@NullMarked
package dev.writ.kernel.policy;

import org.jspecify.annotations.NullMarked;
