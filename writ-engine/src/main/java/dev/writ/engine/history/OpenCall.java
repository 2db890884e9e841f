// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.history;

import dev.writ.kernel.call.ToolCall;

/// A recorded call that has no result.
///
/// @param event its number in the session
public record OpenCall(ToolCall call, long event) {}
