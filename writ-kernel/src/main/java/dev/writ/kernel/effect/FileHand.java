// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Optional;

/// The hand that changes files: whole contents, atomically, and only over what was expected there.
public final class FileHand {
  private final Root root;
  private final Store store;

  /// A hand for that root that stages through that store.
  public FileHand(Root root, Store store) {
    this.root = root;
    this.store = store;
  }

  /// How a write ended.
  public sealed interface Written {
    /// It is done and durable.
    record Done() implements Written {}

    /// Something else stands there than was expected; nothing was changed.
    record Stale(FileState now) implements Written {}
  }

  /// What is at a place now.
  public FileState state(WorkspacePath place) throws IOException {
    Optional<BasicFileAttributes> attributes = root.attributes(place);
    if (attributes.isEmpty()) {
      return new FileState.Absent();
    }
    if (!attributes.get().isRegularFile()) {
      return unusable(ErrorCode.NOT_A_FILE, place + " is " + kind(attributes.get()));
    }
    try {
      return new FileState.Present(Content.of(root.read(place, Root.MAX_FILE_BYTES)));
    } catch (NoSuchFileException _) {
      return new FileState.Absent();
    } catch (Root.TooLargeException e) {
      return unusable(ErrorCode.TOO_LARGE, place + ": " + e.getReason());
    }
  }

  private static FileState unusable(ErrorCode code, String message) {
    return new FileState.Unusable(new ToolError(code, message));
  }

  private static String kind(BasicFileAttributes attributes) {
    if (attributes.isDirectory()) {
      return "a directory, not a file";
    }
    return attributes.isSymbolicLink()
        ? "a link, not a file"
        : "a pipe, socket or device, not a file";
  }

  /// What must be done, under the lock, right before a file changes.
  @FunctionalInterface
  public interface Before {
    /// Does it; when it throws, the file stays as it is.
    void change() throws IOException;
  }

  /// Replaces or creates a file if what is there is what was expected.
  ///
  /// @param expected absent or present; compared by content, never by time
  /// @param before records the change once nothing but the rename is left
  /// @throws IOException where the operating system refuses; the old content is then still there
  public Written write(WorkspacePath place, FileState expected, Content after, Before before)
      throws IOException {
    root.check();
    return store.locked(
        () -> {
          FileState now = state(place);
          if (!now.equals(expected)) {
            return new Written.Stale(now);
          }
          createParents(place.parent());
          Store.Staged staged = store.stage(after.bytes());
          try {
            before.change();
            root.<Boolean>in(place.parent(), target -> replace(target, place.name(), staged));
          } catch (IOException e) {
            store.drop(staged);
            throw e;
          }
          root.syncDirectory(place.parent());
          return new Written.Done();
        });
  }

  private boolean replace(SecureDirectoryStream<Path> target, String name, Store.Staged staged)
      throws IOException {
    return store.inStaging(
        source -> {
          takeOverAttributes(target, name, source, staged);
          source.move(Path.of(staged.name()), target, Path.of(name));
          return true;
        });
  }

  /// The new file gets the old one's mode, and its owner where they differ.
  private static void takeOverAttributes(
      SecureDirectoryStream<Path> target,
      String name,
      SecureDirectoryStream<Path> source,
      Store.Staged staged)
      throws IOException {
    PosixFileAttributes old;
    try {
      old = view(target, name).readAttributes();
    } catch (NoSuchFileException _) {
      return;
    }
    PosixFileAttributeView fresh = view(source, staged.name());
    PosixFileAttributes now = fresh.readAttributes();
    if (!now.owner().equals(old.owner())) {
      fresh.setOwner(old.owner());
    }
    if (!now.group().equals(old.group())) {
      fresh.setGroup(old.group());
    }
    if (!now.permissions().equals(old.permissions())) {
      fresh.setPermissions(old.permissions());
    }
  }

  private static PosixFileAttributeView view(SecureDirectoryStream<Path> directory, String name) {
    return directory.getFileAttributeView(
        Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  /// Creates missing directories by renaming empty ones into place from the staging directory: the
  /// JDK's handles can't make directories, but they can move them.
  private void createParents(WorkspacePath place) throws IOException {
    Optional<BasicFileAttributes> attributes = root.attributes(place);
    if (attributes.isPresent()) {
      if (!attributes.get().isDirectory()) {
        throw new FileSystemException(place.toString(), null, "not a directory");
      }
      return;
    }
    createParents(place.parent());
    Store.Staged staged = store.stageDirectory();
    root.<Boolean>in(
        place.parent(),
        target ->
            store.inStaging(
                source -> {
                  source.move(Path.of(staged.name()), target, Path.of(place.name()));
                  return true;
                }));
  }

  /// Removes a file if what is there is what was expected.
  public Written delete(WorkspacePath place, FileState expected, Before before) throws IOException {
    root.check();
    return store.locked(
        () -> {
          FileState now = state(place);
          if (!now.equals(expected)) {
            return new Written.Stale(now);
          }
          before.change();
          root.<Boolean>in(
              place.parent(),
              directory -> {
                directory.deleteFile(Path.of(place.name()));
                return true;
              });
          root.syncDirectory(place.parent());
          return new Written.Done();
        });
  }
}
