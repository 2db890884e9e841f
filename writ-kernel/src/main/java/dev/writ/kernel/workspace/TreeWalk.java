// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WalkTerms;
import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// A walk below a directory by handles: names in order, links shown but not followed.
public final class TreeWalk {
  /// How deep a walk goes, in directories.
  public static final int MAX_DEPTH = 100;

  private final WorkspaceRoot root;
  private final PathLocator locator;

  /// A walker of that root that omits blocked paths.
  public TreeWalk(WorkspaceRoot root, PathLocator locator) {
    this.root = root;
    this.locator = locator;
  }

  /// Walks everything below a directory.
  ///
  /// @throws IOException if the directory itself can't be read; what can't be read below it is
  ///     passed over
  public void walk(WorkspacePath from, WalkTerms.WalkVisitor visitor) throws IOException {
    root.<Boolean>in(from, directory -> walk(directory, from, 0, visitor));
  }

  private boolean walk(
      SecureDirectoryStream<Path> directory,
      WorkspacePath at,
      int depth,
      WalkTerms.WalkVisitor visitor)
      throws IOException {
    List<String> names = new ArrayList<>();
    try {
      directory.forEach(entry -> names.add(entry.getFileName().toString()));
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    names.sort(null);
    visitor.enter(at, name -> read(directory, name));
    for (String name : names) {
      if (!visit(directory, at.child(name), depth, visitor)) {
        return false;
      }
    }
    return true;
  }

  private static byte[] read(SecureDirectoryStream<Path> directory, String name)
      throws IOException {
    return WorkspaceRoot.read(directory, name, WorkspaceRoot.MAX_FILE_BYTES);
  }

  /// Whether to continue.
  private boolean visit(
      SecureDirectoryStream<Path> directory,
      WorkspacePath at,
      int depth,
      WalkTerms.WalkVisitor visitor)
      throws IOException {
    if (locator.isBlocked(at)) {
      return true;
    }
    BasicFileAttributes attributes;
    try {
      attributes = WorkspaceRoot.attributes(directory, at.name());
    } catch (NoSuchFileException | AccessDeniedException _) {
      return true;
    }
    WalkTerms.WalkEntry entry =
        new WalkTerms.WalkEntry(
            at, kind(attributes), attributes.size(), () -> read(directory, at.name()));
    return switch (visitor.visit(entry)) {
      case STOP -> false;
      case SKIP -> true;
      case GO_ON -> {
        if (!attributes.isDirectory() || depth >= MAX_DEPTH) {
          yield true;
        }
        try (SecureDirectoryStream<Path> child = WorkspaceRoot.child(directory, at.name())) {
          yield walk(child, at, depth + 1, visitor);
        } catch (AccessDeniedException | NoSuchFileException _) {
          yield true;
        }
      }
    };
  }

  private static WalkTerms.WalkEntryKind kind(BasicFileAttributes attributes) {
    if (attributes.isDirectory()) {
      return WalkTerms.WalkEntryKind.DIRECTORY;
    }
    if (attributes.isSymbolicLink()) {
      return WalkTerms.WalkEntryKind.LINK;
    }
    return attributes.isRegularFile()
        ? WalkTerms.WalkEntryKind.FILE
        : WalkTerms.WalkEntryKind.OTHER;
  }
}
