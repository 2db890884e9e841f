// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
/// Users' hooks at work: when they run, in which sandbox, and what their answers change.
///
/// Deliberately absent: foreign formats. Start reading at [HookDispatcher].
@NullMarked
package dev.writ.kernel.hooks;

import org.jspecify.annotations.NullMarked;
