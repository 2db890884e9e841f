// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import java.io.Serial;

/// A configuration of hooks that can't be meant; the message says where, what and what to write
/// instead.
public final class HookException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /// @param place such as `hooks.PreToolUse[0].matcher`
  HookException(String place, String problem) {
    super(place + ": " + problem);
  }
}
