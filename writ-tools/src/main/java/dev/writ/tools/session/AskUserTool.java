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

/// Asks the person. The answer is text, and grants nothing.
public final class AskUserTool implements Tool<AskUserTool.Arguments> {
  private static final int MAX_QUESTION_CHARS = 4000;
  private static final int MAX_OPTION_CHARS = 500;
  private static final int MAX_OPTIONS = 10;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("ask_user", "ask_followup_question", "ask"),
              "Ask the person something only they can decide.",
              EffectClass.CONTROL,
              List.of(
                  ParameterSpec.required(
                      "question", new ValueType.TextType(MAX_QUESTION_CHARS), "prompt"),
                  ParameterSpec.optional(
                      "options",
                      new ValueType.ListOf(new ValueType.TextType(MAX_OPTION_CHARS), MAX_OPTIONS),
                      "choices",
                      "suggestions")),
              a -> new Arguments(a.text("question"), a.texts("options")))
          .after(ToolCatalogue.MORE_TOOLS);

  record Arguments(String question, List<String> options) {
    Arguments {
      options = List.copyOf(options);
    }
  }

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(
        new Effect.ChangeSession(
            new SessionControl.AskUser(arguments.question(), arguments.options())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
