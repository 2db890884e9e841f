// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.SettingsSecrets;
import dev.writ.kernel.repository.OuterRepository;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import dev.writ.sandbox.confinement.SandboxConfinement.CoveredPlace.ReplacedFile;
import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.ScratchDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Settings that hold passwords beside what a tool needs: those of build tools in their caches, and
/// those of the repositories and of tools in the workspace. Programs get a copy without the
/// passwords, so that a mirror or a proxy still counts.
public final class SecretSettings implements AutoCloseable {
  /// Larger files are no settings.
  private static final int MAX_BYTES = 1 << 20;

  /// Git's logs grow with each commit.
  private static final int MAX_LOG_BYTES = 64 << 20;

  /// Of a file that a program sees nothing of.
  private static final SettingsSecrets HIDDEN = new SettingsSecrets("", /* any= */ true, List.of());

  private final Path workspace;
  private final Path home;
  private final HomeSettings ofHome;
  private final List<GlobPattern> visible;
  private final Map<Path, Looked> looked = new HashMap<>();
  private Optional<ScratchDirectory> copies = Optional.empty();

  /// What a file says.
  ///
  /// @param included the files that it includes, as Git does
  /// @param secrets empty where it has none
  private record Looked(
      Optional<FileStamp> stamp,
      List<Path> included,
      Optional<SettingsSecrets> secrets,
      Optional<Path> copy) {
    private static final Looked NOTHING =
        new Looked(Optional.empty(), List.of(), Optional.empty(), Optional.empty());
  }

  /// @param home the person's
  /// @param visible places that every program may see (`safety.visible_secrets`): of the workspace,
  ///     or `~/…`
  public SecretSettings(Path workspace, Path home, List<GlobPattern> visible) {
    this.workspace = workspace;
    this.home = home;
    this.ofHome = new HomeSettings(home);
    this.visible = List.copyOf(visible);
  }

  /// The files of which a command sees copies.
  ///
  /// @param known the repositories in the workspace, and what Git tracks: that is seen as it is,
  ///     because a copy in its place would be committed
  /// @param whole which of the repositories' own it sees as they are
  /// @throws IOException where a copy can't be made
  synchronized List<ReplacedFile> replaced(
      SecretFiles known, SandboxConfinement confinement, WholeSettings whole) throws IOException {
    List<ReplacedFile> replaced = new ArrayList<>();
    List<Path> files = new ArrayList<>(ofRepositories(known));
    files.removeIf(file -> whole.has(file) || looked(file).secrets().isEmpty());
    List<Path> outer = files.stream().filter(file -> !file.startsWith(workspace)).toList();
    files.removeAll(outer); // nothing there is tracked
    files = files.isEmpty() ? files : new ArrayList<>(known.untracked(files));
    files.addAll(outer);
    for (Path file : ofHome()) {
      if (file.startsWith(workspace)
          || confinement.paths().caches().stream()
              .map(ConfinedCache::path)
              .anyMatch(file::startsWith)) {
        files.add(file);
      }
    }
    for (Path file : files) {
      Looked at = looked(file);
      if (at.secrets().isPresent()) {
        replaced.add(new ReplacedFile(file, copy(file, at)));
      }
    }
    return replaced;
  }

  /// Those that a view still has.
  ///
  /// @param view where it is within reach
  List<ReplacedFile> thereStill(List<ReplacedFile> replaced, Path view) {
    List<ReplacedFile> seen = new ArrayList<>(replaced);
    seen.removeIf(
        at ->
            at.place().startsWith(workspace)
                && !RepositorySettings.isFile(view.resolve(workspace.relativize(at.place()))));
    return seen;
  }

  /// The repositories' files beside those which a view has since a Git renamed them.
  ///
  /// @param view where it is within reach
  /// @throws IOException where a copy can't be made
  synchronized List<ReplacedFile> renamed(
      List<ReplacedFile> replaced, Path view, SecretFiles known, WholeSettings whole)
      throws IOException {
    List<ReplacedFile> renamed = new ArrayList<>();
    Set<Path> repositories = new HashSet<>();
    known.repositories().forEach(at -> repositories.add(view.resolve(workspace.relativize(at))));
    Set<Path> covered = new HashSet<>();
    replaced.forEach(at -> covered.add(at.place()));
    for (Path file : RepositorySettings.files(view, repositories)) {
      if (!file.startsWith(view) || whole.has(file)) {
        continue;
      }
      String name = view.relativize(file).toString();
      SettingsSecrets secrets =
          isHiddenWhole(file, Files.size(file))
              ? HIDDEN
              : SettingsSecrets.of(name, Files.readString(file, StandardCharsets.ISO_8859_1));
      if (secrets.any() && !isVisible(name) && covered.add(workspace.resolve(name))) {
        renamed.add(new ReplacedFile(workspace.resolve(name), copy(secrets)));
      }
    }
    return renamed;
  }

  /// The secrets of all of them, as far as their shape doesn't tell.
  synchronized List<String> values(SecretFiles known) {
    List<Path> files = new ArrayList<>(ofRepositories(known));
    files.addAll(ofHome());
    List<String> values = new ArrayList<>();
    for (Path file : files) {
      looked(file).secrets().ifPresent(found -> values.addAll(found.values()));
    }
    return values;
  }

  /// One of those in the workspace.
  public synchronized Optional<WorkspacePath> any(SecretFiles known) {
    return ofRepositories(known).stream()
        .filter(file -> file.startsWith(workspace) && looked(file).secrets().isPresent())
        .findFirst()
        .map(file -> WorkspacePath.of(workspace.relativize(file).toString()));
  }

  private List<Path> ofHome() {
    List<Path> files = ofHome.files();
    files.removeIf(file -> isVisible("~/" + home.relativize(file)));
    return files;
  }

  private List<Path> ofRepositories(SecretFiles known) {
    List<Path> files = new ArrayList<>(RepositorySettings.files(workspace, known.repositories()));
    files.addAll(known.settings());
    Set<Path> seen = new HashSet<>(files);
    for (int at = 0; at < files.size(); at++) {
      for (Path included : looked(files.get(at)).included()) {
        if (RepositorySettings.isFile(included) && seen.add(included)) {
          files.add(included);
        }
      }
    }
    files.removeIf(
        file -> file.startsWith(workspace) && isVisible(workspace.relativize(file).toString()));
    return files;
  }

  private boolean isVisible(String name) {
    WorkspacePath place = WorkspacePath.of(name);
    return visible.stream().anyMatch(glob -> glob.matches(place));
  }

  private Looked looked(Path file) {
    Looked known = looked.get(file);
    FileStamp stamp = FileStamp.ifThere(file);
    if (stamp == null) {
      return Looked.NOTHING;
    }
    if (known == null || !stamp.equals(known.stamp().orElse(null)) || !stamp.settled()) {
      known = look(file, stamp);
      looked.put(file, known);
    }
    return known;
  }

  private Looked look(Path file, FileStamp stamp) {
    Optional<Path> around =
        Optional.of(workspace)
            .filter(file::startsWith)
            .or(() -> OuterRepository.of(workspace).filter(file::startsWith));
    if (around.isPresent()
        ? isHiddenWhole(file, stamp.size())
        : stamp.size() > MAX_BYTES && ofHome.isWhole(file)) {
      return new Looked(Optional.of(stamp), List.of(), Optional.of(HIDDEN), Optional.empty());
    }
    if (around.isEmpty() && stamp.size() > MAX_BYTES) {
      return new Looked(Optional.of(stamp), List.of(), Optional.empty(), Optional.empty());
    }
    try {
      // Each byte is a character, and comes back as it was.
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      List<Path> included = new ArrayList<>();
      SettingsSecrets secrets;
      if (around.isPresent()) {
        secrets = SettingsSecrets.of(around.get().relativize(file).toString(), text);
        included.addAll(RepositorySettings.included(file, text, home));
        included.removeIf(at -> !at.startsWith(around.get()));
      } else {
        secrets = ofHome.without(file, text);
      }
      return new Looked(
          Optional.of(stamp),
          included,
          Optional.of(secrets).filter(SettingsSecrets::any),
          Optional.empty());
    } catch (IOException _) {
      return Looked.NOTHING; // nor can a program read it
    }
  }

  /// Whether a program sees nothing of a repository's file: a store of passwords, or one that is
  /// too large to be read for them.
  private static boolean isHiddenWhole(Path file, long bytes) {
    boolean isLog = RepositorySettings.isLog(file);
    return bytes > (isLog ? MAX_LOG_BYTES : MAX_BYTES)
        || (!isLog && RepositorySettings.isStore(file));
  }

  private Path copy(Path file, Looked at) throws IOException {
    if (at.copy().isPresent()) {
      return at.copy().get();
    }
    Path copy = copy(at.secrets().orElseThrow());
    looked.put(file, new Looked(at.stamp(), at.included(), at.secrets(), Optional.of(copy)));
    return copy;
  }

  private Path copy(SettingsSecrets secrets) throws IOException {
    if (copies.isEmpty()) {
      copies = Optional.of(new ScratchDirectory());
    }
    Path copy = Files.createTempFile(copies.get().path(), "settings-", "");
    return Files.writeString(copy, secrets.text(), StandardCharsets.ISO_8859_1);
  }

  @Override
  public synchronized void close() {
    copies.ifPresent(ScratchDirectory::close);
    copies = Optional.empty();
    looked.clear();
  }
}
