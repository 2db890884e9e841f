// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.base.value;

import dev.writ.base.json.Json;

/// An error as the model gets it: what happened, to what, and what to do.
public record ToolError(ErrorCode code, String message, String requiredAction) {
  /// An error with the code's own remedy.
  public ToolError(ErrorCode code, String message) {
    this(code, message, code.remedy());
  }

  /// The error contract's JSON form.
  public Json.Obj json() {
    return Json.object()
        .put("error_code", code.name())
        .put("message", message)
        .put("recoverable", code.recoverable())
        .put("required_action", requiredAction)
        .build();
  }
}
