// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools.session;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.intent.IntentDraft;
import dev.writ.kernel.intent.IntentScope;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.util.List;

/// Drafts an intent for a person to accept. It is never active by itself.
public final class ProposeIntentTool implements Tool<ProposeIntentTool.Arguments> {
  private static final int MAX_ITEMS = 100;
  private static final int MAX_ITEM_CHARS = 1000;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("propose_intent"),
              "Draft a new intent; a person accepts and activates it.",
              EffectClass.CONTROL,
              List.of(
                  ParameterSpec.required("name", new ValueType.TextType(MAX_ITEM_CHARS), "title"),
                  ParameterSpec.required("owned_scope", items(), "scope"),
                  ParameterSpec.optional("constraints", items()),
                  ParameterSpec.optional("acceptance_criteria", items())),
              a ->
                  new Arguments(
                      a.text("name"),
                      a.texts("owned_scope"),
                      a.texts("constraints"),
                      a.texts("acceptance_criteria")))
          .after(ToolCatalogue.MORE_TOOLS);

  record Arguments(
      String name, List<String> scope, List<String> constraints, List<String> acceptanceCriteria) {
    Arguments {
      scope = List.copyOf(scope);
      constraints = List.copyOf(constraints);
      acceptanceCriteria = List.copyOf(acceptanceCriteria);
    }
  }

  private static ValueType items() {
    return new ValueType.ListOf(new ValueType.TextType(MAX_ITEM_CHARS), MAX_ITEMS);
  }

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    try {
      IntentScope _ = IntentScope.of(arguments.scope());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          new ToolError(ErrorCode.INVALID_ARGUMENTS, "owned_scope: " + e.getMessage()));
    }
    IntentDraft draft =
        new IntentDraft(
            "",
            view.masked(arguments.name()),
            arguments.scope(),
            masked(arguments.constraints(), view),
            masked(arguments.acceptanceCriteria(), view));
    return List.of(new Effect.ChangeSession(new SessionControl.ProposeIntent(draft)));
  }

  private static List<String> masked(List<String> texts, WorkspaceView view) {
    return texts.stream().map(view::masked).toList();
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
