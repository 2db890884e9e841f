// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools;

import dev.writ.kernel.call.Control;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Catalogue;
import dev.writ.kernel.gate.RefusedException;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.intent.Draft;
import dev.writ.kernel.intent.Scope;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.util.List;
import java.util.Optional;

/// Drafts an intent for a person to accept. It is never active by itself.
final class ProposeIntent implements Tool<ProposeIntent.Arguments> {
  private static final int MAX_ITEMS = 100;
  private static final int MAX_ITEM_CHARS = 1000;

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("propose_intent"),
          "Draft a new intent; a person accepts and activates it.",
          EffectClass.CONTROL,
          List.of(
              Parameter.required("name", new Type.Text(MAX_ITEM_CHARS), "title"),
              Parameter.required("owned_scope", items(), "scope"),
              Parameter.optional("constraints", items()),
              Parameter.optional("acceptance_criteria", items())),
          a ->
              new Arguments(
                  a.text("name"),
                  a.texts("owned_scope"),
                  a.texts("constraints"),
                  a.texts("acceptance_criteria")));

  record Arguments(
      String name, List<String> scope, List<String> constraints, List<String> acceptanceCriteria) {
    Arguments {
      scope = List.copyOf(scope);
      constraints = List.copyOf(constraints);
      acceptanceCriteria = List.copyOf(acceptanceCriteria);
    }
  }

  private static Type items() {
    return new Type.ListOf(new Type.Text(MAX_ITEM_CHARS), MAX_ITEMS);
  }

  @Override
  public Optional<String> follows() {
    return Optional.of(Catalogue.MORE_TOOLS);
  }

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    try {
      Scope _ = Scope.of(arguments.scope());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          new ToolError(ErrorCode.INVALID_ARGUMENTS, "owned_scope: " + e.getMessage()));
    }
    Draft draft =
        new Draft(
            "",
            view.masked(arguments.name()),
            arguments.scope(),
            masked(arguments.constraints(), view),
            masked(arguments.acceptanceCriteria(), view));
    return List.of(new Effect.ChangeSession(new Control.ProposeIntent(draft)));
  }

  private static List<String> masked(List<String> texts, WorkspaceView view) {
    return texts.stream().map(view::masked).toList();
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
