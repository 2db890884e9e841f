// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools;

import dev.writ.kernel.call.Control;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Catalogue;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.util.List;

/// Has rarer tools offered: their definitions cost nothing before.
final class MoreTools implements Tool<MoreTools.Arguments> {
  private static final int MAX_QUERY_CHARS = 500;

  private final Spec<Arguments> spec;

  /// @param rarer the names of the tools that it knows
  MoreTools(List<String> rarer) {
    this.spec =
        new Spec<>(
            Spec.Names.of(Catalogue.MORE_TOOLS),
            "Enable rarer tools by name: " + String.join(", ", rarer) + ".",
            EffectClass.CONTROL,
            List.of(Parameter.optional("query", new Type.Text(MAX_QUERY_CHARS), "name", "search")),
            a -> new Arguments(a.text("query", "")));
  }

  record Arguments(String query) {}

  @Override
  public Spec<Arguments> spec() {
    return spec;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(new Effect.ChangeSession(new Control.OfferTools(arguments.query())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
