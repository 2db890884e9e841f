// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.effect;

import dev.writ.kernel.protection.PlaceLookup;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Looks up by path what stands at a place now.
public final class Places implements PlaceLookup {
  private final Root root;

  /// @param root where the places are
  public Places(Root root) {
    this.root = root;
  }

  @Override
  public Kind at(WorkspacePath place) throws IOException {
    Path path = root.absolute(place);
    try {
      return kind(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException _) {
      return Kind.NOTHING;
    } catch (AccessDeniedException _) {
      return Kind.OTHER; // something may stand there
    } catch (FileSystemException e) {
      Path parent = path.getParent();
      if (parent == null || Files.isDirectory(parent)) {
        throw e;
      }
      return Kind.NOTHING; // nothing stands below a file
    }
  }

  /// The same for a place that no link leads to: where one stands on the way, nothing is there.
  ///
  /// @throws AccessDeniedException where it may not be looked at
  Kind inside(WorkspacePath place) throws IOException {
    try {
      return root.attributes(place).map(Places::kind).orElse(Kind.NOTHING);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException _) {
      return Kind.NOTHING; // a link or a device stands on the way
    }
  }

  private static Kind kind(BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      return Kind.FILE;
    }
    if (attributes.isDirectory()) {
      return Kind.DIRECTORY;
    }
    return attributes.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
  }
}
