// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Location;
import dev.writ.kernel.command.LinkCommand;
import dev.writ.kernel.effect.Locator;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.pack.Access;
import dev.writ.kernel.pack.PathUse;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which paths `ln` reads and writes: the target of a symbolic link counts from where the link is.
final class LinkPlaces {
  private final Locator locator;
  private final Root root;

  LinkPlaces(Locator locator, Root root) {
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
            .orElseGet(
                () -> isDirectory(CommandReading.below(place, link), links.plain()) ? link : "");
    List<PathUse> uses = new ArrayList<>();
    for (String target : links.targets()) {
      boolean fromLink = links.symbolic() && !links.relative() && !target.startsWith("/");
      String base = directory.isEmpty() ? parent(link) : directory;
      uses.add(new PathUse(fromLink ? from(base, target, place) : target, Access.READ));
      uses.add(
          new PathUse(directory.isEmpty() ? link : directory + "/" + name(target), Access.WRITE));
    }
    return uses;
  }

  /// The target seen from where the command runs. A directory that is yet to be made is no link.
  private String from(String base, String target, String place) {
    String path = CommandReading.below(base, target);
    return isDirectory(CommandReading.below(place, base), false)
        ? path
        : Path.of(path).normalize().toString();
  }

  private boolean isDirectory(String path, boolean itself) {
    try {
      Location at = itself ? locator.locateItself(path) : locator.locate(path);
      return at instanceof Location.Inside inside
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
