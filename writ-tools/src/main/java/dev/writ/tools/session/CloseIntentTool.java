// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
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

/// Asks to close an intent, which happens only if its checks pass.
public final class CloseIntentTool implements Tool<CloseIntentTool.Arguments> {
  private static final int MAX_ID_CHARS = 100;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("close_intent"),
              "Run the checks of an intent and, if all pass, mark it done.",
              EffectClass.WRITE,
              List.of(
                  ParameterSpec.required("intent_id", new ValueType.TextType(MAX_ID_CHARS), "id")),
              a -> new Arguments(a.text("intent_id")))
          .after(ToolCatalogue.MORE_TOOLS);

  record Arguments(String intentId) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(new Effect.ChangeSession(new SessionControl.CloseIntent(arguments.intentId())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
