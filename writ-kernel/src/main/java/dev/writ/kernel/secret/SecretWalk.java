// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.workspace.KnownDirectories;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.EntryName;
import dev.writ.sandbox.os.PathBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// Looks for secret files by their names, and for repositories. No file is looked at, so that it
/// costs no more than listing directories. What can't be read, a program can't read either.
final class SecretWalk {
  private static final int MAX_DEPTH = 64;

  private static final String GIT = ".git";
  private static final String HG = ".hg";
  private static final String OWN = ".writ";

  /// Directories of downloaded or generated files: their contents are not the person's, and
  /// programs remove them.
  private static final Set<String> PASSED_OVER =
      Set.of(
          GIT,
          ".hg",
          ".svn",
          ".jj",
          OWN,
          "node_modules",
          "bower_components",
          "site-packages",
          ".venv",
          "venv",
          ".tox",
          "__pycache__",
          ".gradle",
          "target",
          "build",
          "dist",
          "out",
          ".next");

  private static final char NO_TEXT = '\uFFFD';
  private static final char MOST_PLAIN = 0x7F;

  private final Path workspace;
  private final Set<WorkspacePath> found = new TreeSet<>();
  private final Set<Path> nameless = new TreeSet<>();
  private final Set<Path> repositories = new TreeSet<>();
  private final Set<Path> settings = new TreeSet<>();
  private final KnownDirectories directories = new KnownDirectories();
  private final Set<Path> stores = new TreeSet<>();

  SecretWalk(Path workspace) {
    this.workspace = workspace;
  }

  /// Whether a path leads through a directory that walks pass over.
  static boolean isPassedOver(String path) {
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      if (isPassedOverName(path.substring(from, slash))) {
        return true;
      }
      from = slash + 1;
    }
    return false;
  }

  private static boolean isPassedOverName(String name) {
    return PASSED_OVER.contains(name) || PASSED_OVER.contains(name.toLowerCase(Locale.ROOT));
  }

  /// The findings so far whose paths are text.
  Set<WorkspacePath> found() {
    return found;
  }

  /// The others: a part of their paths is not UTF-8, so that no line and no argument names them.
  Set<Path> nameless() {
    return nameless;
  }

  /// The directories in which a `.git` is.
  Set<Path> repositories() {
    return repositories;
  }

  /// Settings of tools, of which the values tell; some may be no files.
  Set<Path> settings() {
    return settings;
  }

  /// The directories that it came upon, also those that it passed over.
  KnownDirectories directories() {
    return directories;
  }

  /// The places where projects below the workspace's root may keep old contents.
  Set<Path> stores() {
    return stores;
  }

  /// Lists a directory.
  void list(WorkspacePath at) {
    WalkPosition here = new WalkPosition(workspace, at);
    try (DirectoryHandle directory = DirectoryHandle.openForBytes(path(workspace, at))) {
      String folded = ProtectedNames.directory(at);
      for (EntryName name : directory.names()) {
        add(here, folded, name);
      }
    } catch (IOException _) {
      // Nor can a program.
    }
  }

  /// Looks at everything.
  void all() {
    try (DirectoryHandle directory = DirectoryHandle.openForBytes(workspace)) {
      walk(directory, new WalkPosition(workspace, WorkspacePath.ROOT));
    } catch (IOException _) {
      // Nor can a program.
    }
  }

  /// Looks at everything in a view of the workspace; the findings are named as its programs name
  /// them.
  ///
  /// @throws IOException if it can't be looked through
  void allIn(Path view) throws IOException {
    try (DirectoryHandle directory = DirectoryHandle.reopenForBytes(view)) {
      walk(directory, new WalkPosition(workspace, WorkspacePath.ROOT));
    }
  }

  private static Path path(Path workspace, WorkspacePath at) {
    return at.isRoot() ? workspace : workspace.resolve(at.toString());
  }

  private void walk(DirectoryHandle directory, WalkPosition at) throws IOException {
    String folded = ProtectedNames.directory(at.shown());
    for (EntryName name : directory.names()) {
      add(at, folded, name);
      if (!name.mayBeDirectory()) {
        continue;
      }
      WalkPosition place = at.child(name.name());
      directories.add(place.shown(), name.number());
      if (!isPassedOverName(text(name.name())) && at.shown().segments().size() < MAX_DEPTH) {
        try (DirectoryHandle below = directory.child(name.name())) {
          walk(below, place);
        } catch (IOException _) {
          // Nor can a program.
        }
      }
    }
  }

  private void add(WalkPosition at, String folded, EntryName name) {
    if (name.name().equals(GIT)) {
      repositories.add(at.absolute());
    }
    if (name.name().equals(OWN) && !at.shown().isRoot()) {
      stores.add(at.absolute().resolve(RecordDirectories.STORE.toString()));
    }
    if (name.name().equals(HG)) {
      settings.add(at.absolute().resolve(HG + "/hgrc"));
    }
    if (name.isDirectory()) {
      return;
    }
    if (ProtectedNames.isSettings(text(name.name()), folded)) {
      settings.add(at.absolute().resolve(name.name()));
    }
    if (!ProtectedNames.mayBeSecret(text(name.name()), folded)) {
      return;
    }
    WalkPosition place = at.child(name.name());
    if (ProtectedNames.isSecret(place.shown())) {
      if (place.nameless()) {
        nameless.add(place.absolute());
      } else {
        found.add(place.shown());
      }
    }
  }

  /// A name as text: in most of them each byte is a character.
  private static String text(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) > MOST_PLAIN) {
        return new String(name.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      }
    }
    return name;
  }

  /// A place on the way.
  ///
  /// @param shown as text
  /// @param bytes its absolute path, each byte as a character
  /// @param nameless whether a part of it is not UTF-8
  private record WalkPosition(WorkspacePath shown, String bytes, boolean nameless) {
    WalkPosition(Path workspace, WorkspacePath at) {
      this(
          at,
          new String(PathBytes.of(path(workspace, at)), StandardCharsets.ISO_8859_1),
          /* nameless= */ false);
    }

    Path absolute() {
      return PathBytes.path(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    WalkPosition child(String name) {
      String text = text(name);
      byte[] given = name.getBytes(StandardCharsets.ISO_8859_1);
      boolean lost =
          text.indexOf(NO_TEXT) >= 0
              && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), given);
      return new WalkPosition(shown.child(text), bytes + "/" + name, nameless || lost);
    }
  }
}
