// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.check;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.code.DirenvPlaces;
import dev.writ.kernel.code.EarlierContent;
import dev.writ.kernel.code.ObeyedLinks;
import dev.writ.kernel.code.VersionFile;
import dev.writ.kernel.direnv.DirenvFile;
import dev.writ.kernel.protection.ChangedPlaces;
import dev.writ.kernel.protection.ConfiguredPlaces;
import dev.writ.kernel.protection.ObedienceRule;
import dev.writ.kernel.protection.ObeyedName;
import dev.writ.kernel.protection.ObeyedNames;
import dev.writ.kernel.protection.PlaceLookup.PlaceKind;
import dev.writ.kernel.protection.RepositoryShape;
import dev.writ.kernel.repository.GitConfiguration;
import dev.writ.kernel.secret.SecretFiles;
import dev.writ.kernel.workspace.HomeSite;
import dev.writ.kernel.workspace.PlaceReader;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// Judges changes of what Git and other programs obey. A change in a repository, or one that makes
/// a repository, is refused; for names that programs obey a person agrees to exactly that call.
public final class ObeyedPlaceJudge {
  /// How many reasons a question shows; the rest is counted.
  private static final int MOST_CONCERNS = 20;

  private static final String INSIST =
      "Check what the record would restore; --force restores it anyway";

  private final WorkspaceRoot root;
  private final PlaceReader places;
  private final GitConfiguration configuration;
  private final ObeyedLinks links;
  private final Map<Path, Map<String, DirenvFile>> direnv = new HashMap<>();
  private final Optional<ApprovalConcern> everywhere;

  public ObeyedPlaceJudge(WorkspaceRoot root, Map<String, String> environment) {
    this.root = root;
    this.places = new PlaceReader(root);
    this.configuration = new GitConfiguration(root, environment);
    this.links = new ObeyedLinks(root, environment);
    this.everywhere = everywhere(new HomeSite(root, environment));
  }

  private static Optional<ApprovalConcern> everywhere(HomeSite site) {
    if (site.isInside()) {
      return Optional.of(
          new ApprovalConcern(
              ApprovalConcern.ConcernKind.CONFIRMATION, "the workspace holds the home directory"));
    }
    return site.rootBelow()
        .flatMap(ObeyedNames.SHIPPED::find)
        .filter(name -> name.obedience() == ObedienceRule.ASKS)
        .map(
            name ->
                new ApprovalConcern(
                    ApprovalConcern.ConcernKind.OBEYED,
                    "the workspace is configuration of " + name.program()));
  }

  /// The verdict on a proposal, none of whose places is refused by its name.
  Verdict judge(Proposal proposal) throws IOException {
    ChangedPlaces after = new ChangedPlaces(places);
    List<WorkspacePath> mutated = new ArrayList<>();
    Map<ObeyedName, List<WorkspacePath>> obeyed = new LinkedHashMap<>();
    Configured configured = new Configured();
    boolean writes = false;
    for (Effect effect : proposal.effects()) {
      writes |= effect instanceof Effect.RunCommand run && run.touches().mayWrite();
      for (PathLocation location : effect.writes()) {
        if (location instanceof PathLocation.Inside(String _, WorkspacePath path, var _)) {
          configured
              .name(path)
              .or(() -> VersionFile.find(path, effect))
              .ifPresent(name -> obeyed.computeIfAbsent(name, _ -> new ArrayList<>()).add(path));
          if (effect instanceof Mutation) {
            mutated.add(path);
          }
        }
      }
      if (effect instanceof Mutation mutation) {
        put(mutation, after);
      }
    }
    Optional<ToolError> refused = inRepository(mutated, after);
    if (refused.isPresent()) {
      return new Verdict.Deny(refused.get());
    }
    List<ApprovalConcern> concerns = concerns(obeyed);
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.RunCommand run) {
        addProjects(run, concerns);
      }
    }
    if (writes || !mutated.isEmpty()) {
      links.look(); // before a command may remove some
      everywhere.ifPresent(concerns::add);
    }
    return Verdict.asking(concerns);
  }

  /// The directories that would be roots: settings and rules of this workspace don't count there.
  private void addProjects(Effect.RunCommand run, List<ApprovalConcern> concerns)
      throws IOException {
    for (PathLocation location : run.locations()) {
      if (location instanceof PathLocation.Inside(String _, WorkspacePath path, var _)
          && !path.isRoot()
          && run.initialises(path)
          && places.at(path) == PlaceKind.DIRECTORY
          && places.at(path.child(".git")) == PlaceKind.NOTHING) {
        concerns.add(
            new ApprovalConcern(
                ApprovalConcern.ConcernKind.OBEYED,
                DisplayText.named(path)
                    + " would be a project of its own, without this one's rules and settings"));
      }
    }
  }

  /// Finds the names for which changes of places ask, as the configuration of version control is
  /// now, and direnv's was before.
  ///
  /// @param after where a file can be read as it would be
  public Function<WorkspacePath, Optional<ObeyedName>> names(
      EarlierContent before, Function<WorkspacePath, Path> after) {
    Configured configured = new Configured(before);
    return place -> configured.name(place).or(() -> VersionFile.find(place, after.apply(place)));
  }

  /// Whether a change of a place may ask, as the configuration of version control is now.
  public Predicate<WorkspacePath> places() {
    Configured configured = new Configured();
    return place -> configured.name(place).isPresent() || VersionFile.is(place);
  }

  /// Finds places where no link may be created: its target would be found there under a name that
  /// programs obey, and was not judged under that name.
  public Predicate<WorkspacePath> unfitForLinks() {
    Configured configured = new Configured();
    return place -> configured.holds(place) || ObeyedNames.SHIPPED.begins(place);
  }

  /// Finds directories in which nothing may be written without a judgement: they contain files that
  /// programs obey, or would after a rename. A declared output may have a name that begins like
  /// such a file's. So are those in which another repository is, and all in that.
  public Predicate<WorkspacePath> unfitForOthers(Set<String> outputs) {
    Configured configured = new Configured();
    List<WorkspacePath> repositories =
        SecretFiles.repositoriesIn(root.path()).stream()
            .filter(at -> !at.equals(root.path()))
            .map(at -> WorkspacePath.of(root.path().relativize(at).toString()))
            .toList();
    return directory ->
        repositories.stream().anyMatch(one -> directory.within(one) || one.within(directory))
            || configured.name(directory).isPresent()
            || configured.holds(directory)
            || (ObeyedNames.SHIPPED.begins(directory) && !outputs.contains(directory.name()));
  }

  /// The present configuration of version control and of direnv. It is read once per call, and but
  /// for the `.envrc` of the workspace only for writes.
  /// The two threads of a scan ask the same one.
  private final class Configured {
    private final Map<WorkspacePath, Optional<ConfiguredPlaces>> nested = new HashMap<>();
    private final DirenvPlaces shell;
    private Optional<ConfiguredPlaces> around = Optional.empty();
    private boolean looked;

    Configured() {
      this(_ -> Optional.empty());
    }

    Configured(EarlierContent before) {
      this.shell = new DirenvPlaces(root, direnv, before);
    }

    /// The name for which a change of that place asks.
    Optional<ObeyedName> name(WorkspacePath place) {
      Optional<ObeyedName> name = ObeyedNames.SHIPPED.find(place);
      if (name.isPresent()) {
        if (name.get().pattern().equals(DirenvFile.NAME)) {
          shell.look(place);
        }
        return name;
      }
      Optional<ObeyedName> named = around().find(place);
      return named
          .or(() -> nested(place).flatMap(places -> places.find(place)))
          .or(() -> shell.find(place))
          .or(() -> links().find(place));
    }

    /// Whether a place that is named lies below a directory.
    boolean holds(WorkspacePath directory) {
      return around().holds(directory)
          || shell.holds(directory)
          || links().holds(directory)
          || nested(directory).filter(places -> places.holds(directory)).isPresent();
    }

    private synchronized ObeyedLinks links() {
      if (!looked) {
        links.look();
        looked = true;
      }
      return links;
    }

    private synchronized ConfiguredPlaces around() {
      if (around.isEmpty()) {
        around = Optional.of(configuration.places());
      }
      return around.get();
    }

    private synchronized Optional<ConfiguredPlaces> nested(WorkspacePath place) {
      return nested.computeIfAbsent(place.parent(), _ -> configuration.nested(place));
    }
  }

  private static void put(Mutation mutation, ChangedPlaces after) {
    switch (mutation) {
      case Effect.WritePath write -> put(write.at(), PlaceKind.FILE, after);
      case Mutation.MakeDirectory make -> put(make.at(), PlaceKind.DIRECTORY, after);
      case Mutation.DeletePath delete ->
          delete.locations().forEach(location -> put(location, PlaceKind.NOTHING, after));
      case Mutation.MovePath move -> {
        move.locations().forEach(location -> put(location, PlaceKind.NOTHING, after));
        move.targets().forEach(location -> put(location, PlaceKind.FILE, after));
        for (PlaceInventory.InventoryItem item : move.what().items()) {
          if (item.state() instanceof FileState.Directory) {
            after.put(move.moved(item.path()), PlaceKind.DIRECTORY);
          }
        }
      }
    }
  }

  private static void put(PathLocation location, PlaceKind kind, ChangedPlaces after) {
    if (location instanceof PathLocation.Inside(String _, WorkspacePath path, var _)
        && !path.isRoot()) {
      after.put(path, kind);
    }
  }

  /// Why changes are refused, where one is in a repository or makes one.
  private Optional<ToolError> inRepository(List<WorkspacePath> mutated, ChangedPlaces after)
      throws IOException {
    RepositoryShape now = new RepositoryShape(places);
    RepositoryShape then = new RepositoryShape(after);
    for (WorkspacePath path : mutated) {
      Optional<WorkspacePath> around = now.around(path);
      if (around.isPresent()) {
        return refused(
            "%s is protected: Git takes %s for a repository"
                .formatted(DisplayText.named(path), DisplayText.named(around.get())));
      }
      Optional<WorkspacePath> made = then.madeBy(path);
      if (made.isPresent()) {
        return refused(
            "With %s Git would take %s for a repository"
                .formatted(DisplayText.named(path), DisplayText.named(made.get())));
      }
    }
    return Optional.empty();
  }

  private static Optional<ToolError> refused(String message) {
    return Optional.of(new ToolError(ErrorCode.PROTECTED_PATH, message));
  }

  private static List<ApprovalConcern> concerns(Map<ObeyedName, List<WorkspacePath>> obeyed) {
    List<ApprovalConcern> concerns = new ArrayList<>();
    for (Map.Entry<ObeyedName, List<WorkspacePath>> entry : obeyed.entrySet()) {
      if (concerns.size() == MOST_CONCERNS) {
        String more =
            "%d more names are obeyed by programs".formatted(obeyed.size() - MOST_CONCERNS);
        concerns.add(new ApprovalConcern(ApprovalConcern.ConcernKind.OBEYED, more));
        break;
      }
      int others = entry.getValue().size() - 1;
      String words =
          "%s is obeyed by %s%s"
              .formatted(
                  DisplayText.line(DisplayText.place(entry.getValue().getFirst().toString())),
                  entry.getKey().program(),
                  others == 0 ? "" : ", and %d more places are".formatted(others));
      concerns.add(new ApprovalConcern(ApprovalConcern.ConcernKind.OBEYED, words));
    }
    return concerns;
  }

  /// Whether a change leaves a directory where it is, with what is in it. It may be closed: then
  /// nobody can look whether it is a repository before it is open again.
  private static boolean isOfPermissions(FileChange change) {
    return change.before() instanceof FileState.Directory
        && change.after() instanceof FileState.Directory
        && change.from().isEmpty();
  }

  /// Why changes are refused as the workspace is now, where one is in a repository or makes one.
  ///
  /// @throws IOException if places can't be read
  public Optional<ToolError> inRepository(List<FileChange> changes) throws IOException {
    ChangedPlaces after = new ChangedPlaces(places);
    changes.forEach(change -> change.from().ifPresent(from -> after.put(from, PlaceKind.NOTHING)));
    for (FileChange change : changes) {
      after.put(
          change.path(),
          switch (change.after()) {
            case FileState.Absent _ -> PlaceKind.NOTHING;
            case FileState.Directory _ -> PlaceKind.DIRECTORY;
            case FileState.Link _ -> PlaceKind.LINK;
            case FileState.Present _, FileState.Unusable _ -> PlaceKind.FILE;
          });
    }
    return inRepository(touched(changes), after);
  }

  private static List<WorkspacePath> touched(List<FileChange> changes) {
    List<WorkspacePath> touched = new ArrayList<>();
    for (FileChange change : changes) {
      change.from().ifPresent(touched::add);
      touched.add(isOfPermissions(change) ? change.path().parent() : change.path());
    }
    return touched;
  }

  /// The reason to refuse changes that restore recorded states. A record's paths are as untrusted
  /// as a model's.
  ///
  /// @param force whether the person insists
  public Optional<ToolError> barred(List<FileChange> changes, boolean force) throws IOException {
    Optional<ToolError> refused = inRepository(changes);
    if (refused.isPresent() || force) {
      return refused;
    }
    Predicate<WorkspacePath> unfit = unfitForLinks();
    for (FileChange change : changes) {
      if (change.after() instanceof FileState.Link && unfit.test(change.path())) {
        return Optional.of(
            new ToolError(
                ErrorCode.PROTECTED_PATH,
                "%s would be a link to what programs obey there"
                    .formatted(DisplayText.named(change.path())),
                INSIST));
      }
    }
    Configured configured = new Configured();
    for (WorkspacePath path : touched(changes)) {
      Optional<ObeyedName> name = configured.name(path);
      if (name.isPresent()) {
        return Optional.of(
            new ToolError(
                ErrorCode.PROTECTED_PATH,
                "%s is obeyed by %s".formatted(DisplayText.named(path), name.get().program()),
                INSIST));
      }
    }
    return Optional.empty();
  }
}
