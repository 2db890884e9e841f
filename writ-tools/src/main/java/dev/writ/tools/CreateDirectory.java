// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import java.io.IOException;
import java.util.List;

/// Makes a directory with its parents; one that is there already is success.
final class CreateDirectory implements Tool<CreateDirectory.Arguments> {
  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("create_directory", "make_directory", "mkdir", "create_dir"),
          "Create a directory with its parents.",
          EffectClass.WRITE,
          List.of(Limits.path()),
          a -> new Arguments(a.text("path")));

  record Arguments(String path) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    Location at = view.locate(arguments.path());
    return List.of(new Mutation.MakeDirectory(at, view.exact(at)));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Mutation.MakeDirectory effect =
        (Mutation.MakeDirectory) warrant.proposal().effects().getFirst();
    boolean made = !warrant.mutate(List.of(effect)).isEmpty();
    return new ToolResult.Success((made ? "Created " : "There already: ") + effect.at());
  }
}
