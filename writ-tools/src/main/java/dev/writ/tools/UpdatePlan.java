// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools;

import dev.writ.kernel.call.Control;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.schema.Arguments;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.util.List;
import java.util.Locale;

/// Replaces the visible task list.
final class UpdatePlan implements Tool<UpdatePlan.Steps> {
  private static final int MAX_STEPS = 100;
  private static final int MAX_STEP_CHARS = 1000;

  private static final Spec<Steps> SPEC =
      new Spec<>(
          Spec.Names.of("update_plan", "todo_write"),
          "Show the task list for work of several steps.",
          EffectClass.CONTROL,
          List.of(
              Parameter.required(
                  "steps",
                  new Type.ListOf(
                      new Type.Struct(
                          List.of(
                              Parameter.required(
                                  "step", new Type.Text(MAX_STEP_CHARS), "text", "content"),
                              Parameter.required(
                                  "status",
                                  new Type.Choice(List.of("pending", "in_progress", "done"))))),
                      MAX_STEPS),
                  "plan",
                  "todos")),
          a -> new Steps(a.objects("steps").stream().map(UpdatePlan::step).toList()));

  record Steps(List<Control.Step> steps) {
    Steps {
      steps = List.copyOf(steps);
    }
  }

  private static Control.Step step(Arguments step) {
    return new Control.Step(
        step.text("step"), Control.Progress.valueOf(step.text("status").toUpperCase(Locale.ROOT)));
  }

  @Override
  public Spec<Steps> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Steps arguments, WorkspaceView view) {
    return List.of(new Effect.ChangeSession(new Control.UpdatePlan(arguments.steps())));
  }

  @Override
  public ToolResult perform(Steps arguments, Warrant warrant) throws InterruptedException {
    return warrant.change((Effect.ChangeSession) warrant.proposal().effects().getFirst());
  }
}
