// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.tool;

import dev.writ.base.value.ToolError;

/// The arguments of a call permit no proposal.
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient ToolError error;

  /// @param error why
  public RefusedException(ToolError error) {
    super(error.message());
    this.error = error;
  }

  /// Why.
  public ToolError error() {
    return error;
  }
}
