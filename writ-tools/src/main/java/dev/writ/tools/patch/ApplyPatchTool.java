// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.WriteResult;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.records.change.FileChange;
import dev.writ.tools.ToolLimits;
import dev.writ.tools.patch.FilePatch.PatchException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Changes, adds, deletes and moves several files by one patch: all of it or nothing.
public final class ApplyPatchTool implements Tool<ApplyPatchTool.Arguments> {
  /// The most files that one patch names.
  private static final int MAX_FILES = 500;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("apply_patch", "apply_diff", "patch", "patch_file"),
              "Patch files that were read, all or nothing: a unified diff, or *** Begin Patch … *** End"
                  + " Patch with *** Update File: / Add File: / Delete File: PATH and @@ hunks.",
              EffectClass.WRITE,
              List.of(
                  ParameterSpec.required(
                      "patch",
                      new ValueType.TextType(ToolLimits.CONTENT_CHARS),
                      "input",
                      "diff",
                      "patch_text")),
              a -> new Arguments(a.text("patch")))
          .after(ToolCatalogue.MORE_TOOLS);

  record Arguments(String patch) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view)
      throws IOException, RefusedException {
    List<Effect> effects = new ArrayList<>();
    for (FilePatch file : read(arguments)) {
      effects.add(effect(file, view));
    }
    demandOneUseOfEachPlace(effects);
    return effects;
  }

  private static List<FilePatch> read(Arguments arguments) throws RefusedException {
    try {
      List<FilePatch> files = files(arguments.patch());
      if (files.isEmpty()) {
        throw refused(
            "The argument has no patch. Use a unified diff ('--- a/PATH', '+++ b/PATH', '@@ … @@')"
                + " or the form between '*** Begin Patch' and '*** End Patch'");
      }
      if (files.size() > MAX_FILES) {
        throw refused("The patch names more than " + MAX_FILES + " files; split it");
      }
      return files;
    } catch (PatchException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private static List<FilePatch> files(String patch) throws PatchException {
    PatchLines lines = new PatchLines(patch);
    return lines.peek().strip().equals(EnvelopeReader.BEGIN)
        ? new EnvelopeReader(lines).read()
        : new UnifiedReader(lines).read();
  }

  private static RefusedException refused(String message) {
    return new RefusedException(new ToolError(ErrorCode.PATCH_FAILED, message));
  }

  private static Effect effect(FilePatch file, WorkspaceView view) throws IOException {
    return switch (file) {
      case FilePatch.Add(String path, String content) -> {
        PathLocation at = view.locate(path);
        FileState before = view.state(at);
        WriteResult after =
            before instanceof FileState.Present
                ? new WriteResult.Impossible(
                    new ToolError(ErrorCode.FILE_EXISTS, at + " exists already; update it instead"))
                : new WriteResult.Replaced(
                    FileContent.of(content), new Effect.TouchedLines.AllLines());
        yield new Effect.WritePath(at, before, after);
      }
      case FilePatch.Delete delete -> deletion(delete, view);
      case FilePatch.Update(String path, Optional<String> to, List<PatchHunk> hunks)
          when to.isPresent() ->
          move(path, to.get(), hunks, view);
      case FilePatch.Update update -> {
        PathLocation at = view.locate(update.path());
        FileState before = view.state(at);
        WriteResult after = PatchApplication.of(at.toString(), before, update.hunks()).after();
        yield new Effect.WritePath(at, before, after);
      }
    };
  }

  private static Effect deletion(FilePatch.Delete delete, WorkspaceView view) throws IOException {
    PathLocation at = view.locateItself(delete.path());
    PlaceInventory what = onlyFile(view.inventory(at), at);
    if (!delete.hunks().isEmpty() && what.fault().isEmpty()) {
      FileState now = what.items().getFirst().state();
      WriteResult after = PatchApplication.of(at.toString(), now, delete.hunks()).after();
      if (after instanceof WriteResult.Impossible(ToolError error)) {
        what = what.refused(error);
      } else if (((WriteResult.Replaced) after).content().size() > 0) {
        String message = at + ": the patch deletes it but does not name all of its lines";
        what = what.refused(new ToolError(ErrorCode.PATCH_FAILED, message));
      }
    }
    return new Mutation.DeletePath(at, what);
  }

  private static Effect move(String path, String to, List<PatchHunk> hunks, WorkspaceView view)
      throws IOException {
    PathLocation from = view.locateItself(path);
    PathLocation target = view.locateItself(to);
    PlaceInventory what = onlyFile(view.inventory(from), from);
    Optional<WriteResult> after =
        hunks.isEmpty() || what.fault().isPresent()
            ? Optional.empty()
            : Optional.of(
                PatchApplication.of(from.toString(), what.items().getFirst().state(), hunks)
                    .after());
    return new Mutation.MovePath(from, target, what, view.exact(target), after);
  }

  private static PlaceInventory onlyFile(PlaceInventory what, PathLocation at) {
    boolean directory =
        !what.items().isEmpty() && what.items().getFirst().state() instanceof FileState.Directory;
    return directory
        ? what.refused(
            new ToolError(ErrorCode.NOT_A_FILE, DisplayText.named(at) + " is a directory"))
        : what;
  }

  private static void demandOneUseOfEachPlace(List<Effect> effects) throws RefusedException {
    Set<WorkspacePath> places = new HashSet<>();
    for (Effect effect : effects) {
      for (PathLocation location : effect.locations()) {
        if (location instanceof PathLocation.Inside inside && !places.add(inside.path())) {
          throw refused("The patch names " + DisplayText.named(inside.path()) + " more than once");
        }
      }
    }
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    List<Mutation> effects = new ArrayList<>();
    for (Effect effect : warrant.proposal().effects()) {
      effects.add((Mutation) effect);
    }
    List<FileChange> changes = warrant.mutate(effects);
    List<FilePatch> files;
    try {
      files = read(arguments);
    } catch (RefusedException e) {
      throw new IllegalStateException("the patch could be read before", e);
    }
    StringBuilder text = new StringBuilder("Patched " + changes.size());
    text.append(changes.size() == 1 ? " file:" : " files:");
    for (int i = 0; i < changes.size(); i++) {
      text.append('\n').append(line(changes.get(i), files.get(i)));
    }
    int added = changes.stream().mapToInt(change -> change.count().added()).sum();
    int removed = changes.stream().mapToInt(change -> change.count().removed()).sum();
    return new ToolResult.Success(
        text.toString(),
        false,
        Json.object()
            .put("changed", new LineSpan.Count(added, removed).toString())
            .put("changed_files", changes.size())
            .build());
  }

  private static String line(FileChange change, FilePatch file) {
    StringBuilder text = new StringBuilder(change.kind().past()).append(' ');
    change.from().ifPresent(from -> text.append(from).append(" → "));
    text.append(change.path()).append(" (").append(change.count()).append(')');
    if (file instanceof FilePatch.Update update && !update.hunks().isEmpty()) {
      List<String> report =
          PatchApplication.of(change.path().toString(), change.before(), update.hunks()).report();
      text.append(": ").append(String.join("; ", report));
    }
    return text.toString();
  }
}
