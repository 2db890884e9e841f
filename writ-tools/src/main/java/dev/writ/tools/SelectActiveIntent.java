// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.tools;

import dev.writ.kernel.call.Control;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.util.Arrays;
import java.util.List;

/// The handshake: says what is about to be done, and under which intent.
final class SelectActiveIntent implements Tool<SelectActiveIntent.Arguments> {
  private static final int MAX_ID_CHARS = 100;
  private static final int MAX_JUSTIFICATION_CHARS = 4000;

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("select_active_intent"),
          "Declare what you are about to do, under an active intent.",
          EffectClass.CONTROL,
          List.of(
              Parameter.required(
                  "intent",
                  new Type.Choice(Arrays.stream(IntentKind.values()).map(Enum::name).toList()),
                  "kind"),
              Parameter.optional("justification", new Type.Text(MAX_JUSTIFICATION_CHARS)),
              Parameter.optional("intent_id", new Type.Text(MAX_ID_CHARS), "id")),
          a ->
              new Arguments(
                  IntentKind.valueOf(a.text("intent")),
                  a.text("intent_id", ""),
                  a.text("justification", "")));

  record Arguments(IntentKind kind, String intentId, String justification) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(
        new Effect.ChangeSession(
            new Control.SelectIntent(
                arguments.kind(), arguments.intentId(), arguments.justification())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
