// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.SystemProgram;
import dev.writ.kernel.call.PathLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Finds out where a name really leads, from the root's handle, and refuses what leads elsewhere.
public final class PathLocator {
  /// The longest name that is resolved, in characters (PATH_MAX of Linux).
  public static final int MAX_NAME_CHARS = 4096;

  /// How many links one name may lead through, as in Linux.
  public static final int MAX_LINKS = 40;

  /// The replacement of an undecodable part: such a name would address another file than intended.
  private static final char UNDECODED = '\uFFFD';

  private final WorkspaceRoot root;
  private final List<Path> blocked;
  private final List<Path> programs;
  private final UnseenFiles unseen;
  private final ListedNames names;

  /// @param blocked absolute paths that are out of reach with everything below them
  /// @param programs directories outside with programs that may be called by a link
  public PathLocator(WorkspaceRoot root, List<Path> blocked, List<Path> programs) {
    this(root, new ListedNames(root), blocked, programs);
  }

  PathLocator(WorkspaceRoot root, ListedNames names, List<Path> blocked, List<Path> programs) {
    this.root = root;
    this.names = names;
    this.blocked = blocked.stream().map(this::realAndOwn).toList();
    this.programs = List.copyOf(programs);
    this.unseen = new UnseenFiles(root);
  }

  private PathLocator(PathLocator same, WorkspaceRoot root) {
    this.root = root;
    this.names = new ListedNames(root);
    this.blocked = same.blocked;
    this.programs = same.programs;
    this.unseen = same.unseen;
  }

  /// The same in another view of the workspace.
  public PathLocator in(WorkspaceRoot view) {
    return new PathLocator(this, view);
  }

  /// Resolves a path of the system; returns the path itself if it does not exist.
  public static String leadsTo(String path) {
    try {
      return realOrPlain(Path.of(path)).toString();
    } catch (InvalidPathException _) {
      return path;
    }
  }

  private static Path realOrPlain(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException _) {
      return path.toAbsolutePath().normalize();
    }
  }

  private Path realAndOwn(Path blocked) {
    Path real = realOrPlain(blocked);
    return real.startsWith(root.path()) && !real.equals(root.path())
        ? root.absolute(names.own(WorkspacePath.of(root.path().relativize(real).toString())))
        : real;
  }

  /// Resolves the name. Never throws for a bad name: that is a refused location.
  public PathLocation locate(String given) {
    return locate(given, Reading.FOLLOWING);
  }

  /// The same for a command line, which may make a directory before it names it: `..` behind one
  /// that isn't there yet leads back to where it will be.
  public PathLocation locateInLine(String given) {
    return locate(given, Reading.AHEAD);
  }

  /// The same without following the link that the name itself is, if it is one.
  public PathLocation locateItself(String given) {
    return locate(given, Reading.ITSELF);
  }

  /// The place in the workspace of a link to a program of the system
  /// ([dev.writ.command.language.SystemProgram]) or of a directory of programs.
  public Optional<WorkspacePath> linkToProgram(String given) {
    if (!(locateItself(given)
        instanceof PathLocation.Inside(String _, WorkspacePath path, var _))) {
      return Optional.empty();
    }
    try {
      return leadsToProgram(path, MAX_LINKS) ? Optional.of(path) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Follows links inside the workspace, as they are in a view, too, and the last one out of it.
  private boolean leadsToProgram(WorkspacePath path, int left) throws IOException {
    Path link = root.reached(path);
    if (left == 0 || !Files.isSymbolicLink(link)) {
      return false;
    }
    Path target = root.absolute(path.parent()).resolve(Files.readSymbolicLink(link));
    return locateItself(target.toString()) instanceof PathLocation.Inside(String _, var next, var _)
        ? leadsToProgram(next, left - 1)
        : isProgram(target.toRealPath());
  }

  private boolean isProgram(Path real) {
    return SystemProgram.isPath(real.toString())
        || (programs.stream().map(PathLocator::realOrPlain).anyMatch(real::startsWith)
            && Files.isRegularFile(real)
            && Files.isExecutable(real));
  }

  /// How a name is read.
  private enum Reading {
    FOLLOWING,
    /// A link at its end is the place.
    ITSELF,
    /// Directories that are missing will be there.
    AHEAD
  }

  private PathLocation locate(String given, Reading reading) {
    unseen.refresh();
    if (given.isEmpty() || given.indexOf('\0') >= 0 || given.indexOf(UNDECODED) >= 0) {
      String what =
          given.isEmpty()
              ? "The path is empty"
              : "The path contains a character that no name can have";
      return refused(given.replace('\0', UNDECODED), ErrorCode.INVALID_ARGUMENTS, what);
    }
    if (given.length() > MAX_NAME_CHARS) {
      return refused(
          given.substring(0, 80) + "…",
          ErrorCode.INVALID_ARGUMENTS,
          "The path is longer than " + MAX_NAME_CHARS + " characters");
    }
    try {
      root.check();
      return walk(given, reading);
    } catch (InvalidPathException e) {
      return refused(given, ErrorCode.INVALID_ARGUMENTS, "The path is not valid: " + e.getReason());
    } catch (OutsideException e) {
      return refused(given, ErrorCode.PATH_OUTSIDE_WORKSPACE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return refused(given, ErrorCode.IO_ERROR, "The path cannot be resolved: " + e.getMessage());
    }
  }

  private PathLocation walk(String given, Reading reading) throws IOException {
    Deque<String> pending = new ArrayDeque<>();
    prepend(pending, given, given);
    List<String> real = new ArrayList<>();
    List<WorkspacePath> ways = new ArrayList<>();
    try (OpenDirectories open = new OpenDirectories(root)) {
      int links = 0;
      while (!pending.isEmpty()) {
        String name = pending.pop();
        if (name.isEmpty() || name.equals(".")) {
          continue;
        }
        if (name.equals("..")) {
          climb(given, real, open);
          continue;
        }
        BasicFileAttributes attributes;
        try {
          attributes = WorkspaceRoot.attributes(open.last(), name);
        } catch (NoSuchFileException _) {
          return missing(new Way(given, ways), real, name, pending, reading);
        }
        String own = names.own(open.last(), name, attributes);
        if (attributes.isSymbolicLink() && (reading != Reading.ITSELF || !pending.isEmpty())) {
          if (++links > MAX_LINKS) {
            throw new IOException("too many links");
          }
          ways.add(named(real, own, pending));
          follow(given, real, own, pending, open);
        } else if (pending.isEmpty()) {
          real.add(own); // a directory may be closed
        } else if (attributes.isDirectory()) {
          open.enter(own);
          real.add(own);
        } else {
          return refused(given, ErrorCode.NOT_A_FILE, own + " is not a directory in " + given);
        }
      }
      return inside(new Way(given, ways), real);
    }
  }

  private static void climb(String given, List<String> real, OpenDirectories open)
      throws IOException {
    if (real.isEmpty()) {
      throw new OutsideException(DisplayText.named(given) + " is outside the workspace");
    }
    real.removeLast();
    open.leave();
  }

  /// Puts a link's target in front of what is left of the name. The link is read by path, but its
  /// target is walked by handle, so a link that changes meanwhile can only lead to another place
  /// inside.
  private void follow(
      String given, List<String> real, String name, Deque<String> pending, OpenDirectories open)
      throws IOException {
    Path link = root.reached(new WorkspacePath(real)).resolve(name);
    String target = Files.readSymbolicLink(link).toString();
    if (target.startsWith("/")) {
      real.clear();
      open.close();
    }
    prepend(pending, target, given);
  }

  /// The names of a path in front of the pending ones; an absolute path must pass through the root.
  private void prepend(Deque<String> pending, String path, String given) throws IOException {
    List<String> names = List.of(path.split("/", -1));
    if (path.startsWith("/")) {
      names = belowRoot(names, given);
    }
    for (String name : names.reversed()) {
      pending.push(name);
    }
  }

  private List<String> belowRoot(List<String> names, String given) throws IOException {
    Path prefix = Path.of("/");
    for (int i = 0; i <= names.size(); i++) {
      if (root.isRoot(prefix)) {
        return names.subList(i, names.size());
      }
      if (i < names.size()) {
        prefix = prefix.resolve(names.get(i));
      }
    }
    throw new OutsideException(
        DisplayText.named(given) + " is outside the workspace " + root.path());
  }

  /// A name with the links that it led through so far.
  private record Way(String given, List<WorkspacePath> names) {}

  /// A link's own name, with what is looked for behind it as far as that is plain.
  private static WorkspacePath named(List<String> real, String name, Deque<String> pending) {
    List<String> segments = new ArrayList<>(real);
    segments.add(name);
    for (String left : pending) {
      if (left.equals("..")) {
        break;
      }
      if (!left.isEmpty() && !left.equals(".")) {
        segments.add(left);
      }
    }
    return new WorkspacePath(segments);
  }

  /// A name that does not exist yet: the rest of the path must be plain, or lead back from it.
  private PathLocation missing(
      Way way, List<String> real, String name, Deque<String> pending, Reading reading) {
    List<String> segments = new ArrayList<>(real);
    segments.add(name);
    while (!pending.isEmpty()) {
      String left = pending.pop();
      if (left.equals("..") && reading != Reading.AHEAD) {
        return refused(
            way.given(),
            ErrorCode.FILE_NOT_FOUND,
            "There is no directory " + name + " in " + way.given());
      }
      if (left.equals("..")) {
        segments.removeLast();
        if (segments.size() == real.size()) {
          return ahead(way, segments, pending);
        }
      } else if (!left.isEmpty() && !left.equals(".")) {
        segments.add(left);
      }
    }
    for (String fresh : segments.subList(real.size(), segments.size())) {
      Optional<String> odd = names.refusal(new WorkspacePath(real), fresh);
      if (odd.isPresent()) {
        String what = DisplayText.named(fresh) + " can't be a new name: " + odd.get();
        return refused(way.given(), ErrorCode.INVALID_ARGUMENTS, what);
      }
    }
    return inside(way, segments);
  }

  /// Continues from an existing directory.
  private PathLocation ahead(Way way, List<String> real, Deque<String> pending) {
    List<String> names = new ArrayList<>(real);
    names.addAll(pending);
    PathLocation there = locate(names.isEmpty() ? "." : String.join("/", names), Reading.AHEAD);
    return switch (there) {
      case PathLocation.Inside inside -> located(way, inside.path(), inside.names());
      case PathLocation.RefusedLocation(String _, ToolError error) ->
          new PathLocation.RefusedLocation(way.given(), error);
    };
  }

  private static PathLocation located(Way way, WorkspacePath path, List<WorkspacePath> names) {
    List<WorkspacePath> all = new ArrayList<>(way.names());
    all.addAll(names);
    return new PathLocation.Inside(way.given(), path, all);
  }

  private PathLocation inside(Way way, List<String> segments) {
    String given = way.given();
    WorkspacePath place = new WorkspacePath(segments);
    if (RecordDirectories.isStored(place)) {
      String what = given + " is in the store of old contents, which only Writ reads";
      return refused(given, ErrorCode.BLOCKED_PATH, what);
    }
    if (unseen.hides(place)) {
      return refused(
          given,
          ErrorCode.BLOCKED_PATH,
          unseen.unreadable().orElse(given + " is hidden by .writignore"));
    }
    return isBlocked(place)
        ? refused(given, ErrorCode.BLOCKED_PATH, given + " is a blocked path, or below one")
        : located(way, place, List.of(place));
  }

  /// Whether a real place is blocked, or hidden from models.
  public boolean isBlocked(WorkspacePath place) {
    if (RecordDirectories.isStored(place) || unseen.hides(place)) {
      return true;
    }
    Path absolute = root.absolute(place);
    for (Path path : blocked) {
      if (absolute.startsWith(path)) {
        return true;
      }
    }
    return false;
  }

  /// Something below a real place that is hidden from models and there.
  ///
  /// @throws IOException if it can't be looked through
  public Optional<WorkspacePath> unseenIn(WorkspacePath place) throws IOException {
    return unseen.present(place).stream()
        .findFirst()
        .map(path -> WorkspacePath.of(root.path().relativize(path).toString()));
  }

  /// Whether something below a real place is blocked and there.
  public boolean holdsBlocked(WorkspacePath place) {
    if (blocked.isEmpty()) {
      return false;
    }
    Path absolute = root.absolute(place);
    return blocked.stream()
        .anyMatch(path -> path.startsWith(absolute) && Files.exists(path, NOFOLLOW_LINKS));
  }

  private static PathLocation refused(String given, ErrorCode code, String message) {
    return new PathLocation.RefusedLocation(given, new ToolError(code, message));
  }

  private static final class OutsideException extends IOException {
    private static final long serialVersionUID = 1;

    OutsideException(String message) {
      super(message);
    }
  }
}
