// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
/// Users' hooks as data: what a configuration says, which calls a hook is for, what a hook's script
/// is told and what its answer means.
///
/// Deliberately absent: running anything, and deciding anything; see `HookCheck` and `HookRunner`
/// in the gate. Start reading at [HookRules].
@NullMarked
package dev.writ.kernel.hook;

import org.jspecify.annotations.NullMarked;
