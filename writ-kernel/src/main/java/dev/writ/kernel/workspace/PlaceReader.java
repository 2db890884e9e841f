// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.PlaceLookup;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Looks up by path what stands at a place now.
public final class PlaceReader implements PlaceLookup {
  private final WorkspaceRoot root;

  /// @param root where the places are
  public PlaceReader(WorkspaceRoot root) {
    this.root = root;
  }

  @Override
  public PlaceKind at(WorkspacePath place) throws IOException {
    Path path = root.absolute(place);
    try {
      return kind(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException _) {
      return PlaceKind.NOTHING;
    } catch (AccessDeniedException _) {
      return PlaceKind.OTHER; // something may stand there
    } catch (FileSystemException e) {
      Path parent = path.getParent();
      if (parent == null || Files.isDirectory(parent)) {
        throw e;
      }
      return PlaceKind.NOTHING; // nothing stands below a file
    }
  }

  /// The same for a place that no link leads to: where one stands on the way, nothing is there.
  ///
  /// @throws AccessDeniedException if it may not be looked at
  public PlaceKind inside(WorkspacePath place) throws IOException {
    try {
      return root.attributes(place).map(PlaceReader::kind).orElse(PlaceKind.NOTHING);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException _) {
      return PlaceKind.NOTHING; // a link or a device stands on the way
    }
  }

  private static PlaceKind kind(BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      return PlaceKind.FILE;
    }
    if (attributes.isDirectory()) {
      return PlaceKind.DIRECTORY;
    }
    return attributes.isSymbolicLink() ? PlaceKind.LINK : PlaceKind.OTHER;
  }
}
