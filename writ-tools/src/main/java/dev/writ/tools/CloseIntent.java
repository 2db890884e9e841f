// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
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
import java.util.Optional;

/// Asks to close an intent, which happens only if its checks pass.
final class CloseIntent implements Tool<CloseIntent.Arguments> {
  private static final int MAX_ID_CHARS = 100;

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("close_intent"),
          "Run the checks of an intent and, if all pass, mark it done.",
          EffectClass.WRITE,
          List.of(Parameter.required("intent_id", new Type.Text(MAX_ID_CHARS), "id")),
          a -> new Arguments(a.text("intent_id")));

  record Arguments(String intentId) {}

  @Override
  public Optional<String> follows() {
    return Optional.of(Catalogue.MORE_TOOLS);
  }

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(new Effect.ChangeSession(new Control.CloseIntent(arguments.intentId())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
