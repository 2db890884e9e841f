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
import java.util.Optional;

/// Asks the person. The answer is text, and grants nothing.
final class AskUser implements Tool<AskUser.Arguments> {
  private static final int MAX_QUESTION_CHARS = 4000;
  private static final int MAX_OPTION_CHARS = 500;
  private static final int MAX_OPTIONS = 10;

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("ask_user", "ask_followup_question", "ask"),
          "Ask the person something only they can decide.",
          EffectClass.CONTROL,
          List.of(
              Parameter.required("question", new Type.Text(MAX_QUESTION_CHARS), "prompt"),
              Parameter.optional(
                  "options",
                  new Type.ListOf(new Type.Text(MAX_OPTION_CHARS), MAX_OPTIONS),
                  "choices",
                  "suggestions")),
          a -> new Arguments(a.text("question"), a.texts("options")));

  record Arguments(String question, List<String> options) {
    Arguments {
      options = List.copyOf(options);
    }
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
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(
        new Effect.ChangeSession(new Control.AskUser(arguments.question(), arguments.options())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
