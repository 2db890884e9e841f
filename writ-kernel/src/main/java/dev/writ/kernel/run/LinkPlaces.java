// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.run;

import dev.writ.command.language.LinkCommand;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.pack.schema.PathAccess;
import dev.writ.pack.schema.PathUse;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The paths that `ln` reads and writes: a symbolic link's target is relative to the link.
final class LinkPlaces {
  private final PathLocator locator;
  private final WorkspaceRoot root;

  LinkPlaces(PathLocator locator, WorkspaceRoot root) {
    this.locator = locator;
    this.root = root;
  }

  /// The paths, relative to where the command runs.
  ///
  /// @param place where the command runs
  List<PathUse> uses(LinkCommand links, String place) {
    String link = links.link().orElse("");
    String directory =
        links
            .directory()
            .orElseGet(() -> isDirectory(LinePlaces.below(place, link), links.plain()) ? link : "");
    List<PathUse> uses = new ArrayList<>();
    for (String target : links.targets()) {
      boolean fromLink = links.symbolic() && !links.relative() && !target.startsWith("/");
      String base = directory.isEmpty() ? parent(link) : directory;
      uses.add(new PathUse(fromLink ? from(base, target, place) : target, PathAccess.READ));
      uses.add(
          new PathUse(
              directory.isEmpty() ? link : directory + "/" + name(target), PathAccess.WRITE));
    }
    return uses;
  }

  /// The target relative to the command's directory. A directory that does not exist yet is not a
  /// link.
  private String from(String base, String target, String place) {
    String path = LinePlaces.below(base, target);
    return isDirectory(LinePlaces.below(place, base), false)
        ? path
        : Path.of(path).normalize().toString();
  }

  private boolean isDirectory(String path, boolean itself) {
    try {
      PathLocation at = itself ? locator.locateItself(path) : locator.locate(path);
      return at instanceof PathLocation.Inside inside
          && root.attributes(inside.path()).filter(BasicFileAttributes::isDirectory).isPresent();
    } catch (IOException _) {
      return false;
    }
  }

  private static String parent(String link) {
    int slash = link.lastIndexOf('/');
    return slash < 0 ? "." : slash == 0 ? "/" : link.substring(0, slash);
  }

  private static String name(String target) {
    String name = Optional.ofNullable(Path.of(target).getFileName()).map(Path::toString).orElse("");
    return name.equals("..") ? "." : name;
  }
}
