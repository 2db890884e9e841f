// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
/// Users' hooks as data: their configuration, the calls that a hook applies to, the input of a
/// hook's script and the meaning of its answer.
///
/// Deliberately absent: running anything, and deciding anything; see `HookCheck` and `HookRunner`
/// in the gate. Start reading at [HookRules].
@NullMarked
package dev.writ.kernel.hook;

import org.jspecify.annotations.NullMarked;
