// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools.session;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.util.List;

/// Has rarer tools offered: their definitions cost nothing before.
public final class MoreToolsTool implements Tool<MoreToolsTool.Arguments> {
  private static final int MAX_QUERY_CHARS = 500;

  private final ToolSpec<Arguments> spec;

  /// @param rarer the names of the tools that it knows
  public MoreToolsTool(List<String> rarer) {
    this.spec =
        new ToolSpec<>(
            ToolSpec.ToolNames.of(ToolCatalogue.MORE_TOOLS),
            "Enable rarer tools by name: " + String.join(", ", rarer) + ".",
            EffectClass.CONTROL,
            List.of(
                ParameterSpec.optional(
                    "query", new ValueType.TextType(MAX_QUERY_CHARS), "name", "search")),
            a -> new Arguments(a.text("query", "")));
  }

  record Arguments(String query) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return spec;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(new Effect.ChangeSession(new SessionControl.OfferTools(arguments.query())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
