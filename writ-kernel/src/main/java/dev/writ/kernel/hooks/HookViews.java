// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.change.MutationChanges;
import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookMatcher;
import dev.writ.kernel.hook.ToolForm;
import dev.writ.kernel.hook.ToolForms;
import dev.writ.records.change.FileChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A proposal as hooks see it: the call itself, in the form that scripts know, and, if it changes
/// files by another tool than those that scripts know, each file as if one of these wrote it. So a
/// script that guards `Write` and `Edit` guards every way to write.
final class HookViews {
  /// More files of one call than hooks are asked about.
  static final int MAX_FILES = 50;

  private static final List<String> WRITERS = List.of("Write", "Edit", "MultiEdit");
  private static final List<String> DIRECT =
      List.of("write_file", "edit_file", "run_command", "run_background");

  private final Path root;
  private final Proposal proposal;
  private final ToolForm form;

  HookViews(Path root, Proposal proposal, Json.Obj arguments) {
    this.root = root;
    this.proposal = proposal;
    this.form = ToolForms.of(proposal.call().tool(), arguments, place());
  }

  /// The call itself.
  ToolForm form() {
    return form;
  }

  /// The subjects of a hook's questions; the call itself first.
  List<ToolForm> of(Hook hook) {
    List<ToolForm> views = new ArrayList<>();
    if (hook.matcher().matches(form.names())) {
      views.add(form);
    }
    if (!DIRECT.contains(proposal.call().tool()) && hook.matcher().matches(WRITERS)) {
      boolean whole = hook.matcher().matches(List.of("Write"));
      for (Effect effect : proposal.effects()) {
        List<FileChange> changes =
            effect instanceof Mutation mutation ? MutationChanges.of(mutation) : List.of();
        for (PathLocation at : effect.writes()) {
          views.add(file(changes, at, whole));
        }
      }
    }
    return views;
  }

  /// Every name under which a matcher may mean this call.
  List<String> names() {
    List<String> names = new ArrayList<>(form.names());
    if (!DIRECT.contains(proposal.call().tool())
        && proposal.effects().stream().anyMatch(effect -> !effect.writes().isEmpty())) {
      names.addAll(WRITERS);
    }
    return names;
  }

  /// Whether there are more files than hooks can be asked about.
  boolean tooMany(HookMatcher matcher) {
    return !DIRECT.contains(proposal.call().tool())
        && matcher.matches(WRITERS)
        && proposal.effects().stream().mapToInt(effect -> effect.writes().size()).sum() > MAX_FILES;
  }

  private ToolForm file(List<FileChange> changes, PathLocation at, boolean whole) {
    String before = "";
    String after = "";
    for (FileChange change : changes) {
      if (is(at, change.path())) {
        before = change.from().isPresent() ? "" : text(change.before());
        after = text(change.after());
      } else if (change.from().isPresent() && is(at, change.from().get())) {
        before = text(change.before());
      }
    }
    Json.Builder input = Json.object().put("file_path", absolute(at));
    if (whole) {
      input.put("content", after);
    } else {
      input.put("old_string", before).put("new_string", after).put("replace_all", false);
    }
    return new ToolForm(WRITERS, whole ? "Write" : "Edit", input.build());
  }

  private static boolean is(PathLocation at, WorkspacePath path) {
    return at instanceof PathLocation.Inside inside && inside.path().equals(path);
  }

  private static String text(FileState state) {
    return state instanceof FileState.Present(FileContent content) ? content.text() : "";
  }

  /// The resolved first path.
  private String place() {
    for (Effect effect : proposal.effects()) {
      if (!(effect instanceof Effect.RunCommand)) {
        for (PathLocation at : effect.locations()) {
          return absolute(at);
        }
      }
    }
    return "";
  }

  private String absolute(PathLocation at) {
    return switch (at) {
      case PathLocation.Inside inside when inside.path().isRoot() -> root.toString();
      case PathLocation.Inside inside -> root + "/" + inside.path();
      case PathLocation.RefusedLocation refused -> refused.toString();
    };
  }
}
