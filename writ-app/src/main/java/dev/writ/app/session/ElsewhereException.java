// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.app.cli.UsageException;
import dev.writ.base.value.DisplayText;

/// A session is to be continued in another directory than the one it worked in.
public final class ElsewhereException extends UsageException {
  private static final long serialVersionUID = 1;
  private final String question;

  ElsewhereException(String name, String workspace, boolean exists) {
    super(
        problem(name, workspace, exists)
            + "; add --here to continue it in this directory, --fork to continue a copy here"
            + (exists ? ", or work there: --cwd " + DisplayText.line(workspace) : ""));
    this.question = problem(name, workspace, exists);
  }

  private static String problem(String name, String workspace, boolean exists) {
    return "the session %s worked in %s%s"
        .formatted(name, DisplayText.line(workspace), exists ? "" : ", which no longer exists");
  }

  /// The facts for a person before they choose.
  public String problem() {
    return question;
  }
}
