// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.util.List;

/// A tool whose results are limited in length (`tools.max_output_size`).
///
/// @param maxChars of one result
public record BoundedTool<A extends Record>(Tool<A> inner, int maxChars) implements Tool<A> {
  @Override
  public ToolSpec<A> spec() {
    return inner.spec();
  }

  @Override
  public List<Effect> propose(A arguments, WorkspaceView view)
      throws IOException, RefusedException {
    return inner.propose(arguments, view);
  }

  @Override
  public ToolResult perform(A arguments, Warrant warrant) throws IOException, InterruptedException {
    return inner.perform(arguments, warrant).bounded(maxChars);
  }
}
