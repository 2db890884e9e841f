// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.tools.session;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// The handshake: says what is about to be done, and under which intent.
public final class SelectActiveIntentTool implements Tool<SelectActiveIntentTool.Arguments> {
  private static final int MAX_ID_CHARS = 100;
  private static final int MAX_JUSTIFICATION_CHARS = 4000;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("select_active_intent"),
          "Declare what you are about to do, under an active intent.",
          EffectClass.CONTROL,
          List.of(
              ParameterSpec.required(
                  "intent",
                  new ValueType.ChoiceType(
                      Arrays.stream(IntentKind.values()).map(Enum::name).toList()),
                  "kind"),
              ParameterSpec.optional(
                  "justification", new ValueType.TextType(MAX_JUSTIFICATION_CHARS)),
              ParameterSpec.optional("intent_id", new ValueType.TextType(MAX_ID_CHARS), "id")),
          a ->
              new Arguments(
                  IntentKind.valueOf(a.text("intent")),
                  a.text("intent_id", ""),
                  a.text("justification", "")));

  record Arguments(IntentKind kind, String intentId, String justification) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(
        new Effect.ChangeSession(
            new SessionControl.SelectIntent(
                arguments.kind(), arguments.intentId(), arguments.justification())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
