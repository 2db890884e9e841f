// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools.session;

import dev.writ.base.schema.CheckedArguments;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/// Replaces the visible task list.
public final class UpdatePlanTool implements Tool<UpdatePlanTool.Steps> {
  private static final int MAX_STEPS = 100;
  private static final int MAX_STEP_CHARS = 1000;

  private static final ToolSpec<Steps> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("update_plan", "todo_write"),
          "Show the task list for work of several steps.",
          EffectClass.CONTROL,
          List.of(
              ParameterSpec.required(
                  "steps",
                  new ValueType.ListOf(
                      new ValueType.Struct(
                          List.of(
                              ParameterSpec.required(
                                  "step",
                                  new ValueType.TextType(MAX_STEP_CHARS),
                                  "text",
                                  "content"),
                              ParameterSpec.required(
                                  "status",
                                  new ValueType.ChoiceType(
                                      List.of("pending", "in_progress", "done"))))),
                      MAX_STEPS),
                  "plan",
                  "todos")),
          a -> new Steps(a.objects("steps").stream().map(UpdatePlanTool::step).toList()));

  record Steps(List<SessionControl.PlanStep> steps) {
    Steps {
      steps = List.copyOf(steps);
    }
  }

  private static SessionControl.PlanStep step(CheckedArguments step) {
    return new SessionControl.PlanStep(
        step.text("step"),
        SessionControl.StepProgress.valueOf(step.text("status").toUpperCase(Locale.ROOT)));
  }

  @Override
  public ToolSpec<Steps> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Steps arguments, WorkspaceView view) {
    return List.of(new Effect.ChangeSession(new SessionControl.UpdatePlan(arguments.steps())));
  }

  @Override
  public ToolResult perform(Steps arguments, Warrant warrant)
      throws IOException, InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
