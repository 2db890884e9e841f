// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.store;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;

/// Keeps the store of old contents out of Git.
record StoreExclusion(WorkspaceRoot root) {
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final int MAX_EXCLUDE_BYTES = 1 << 20;

  /// Writes what says so to Git, where it is missing.
  void write() {
    ignore();
    excludeFromGit();
  }

  /// Objects are never committed, nor removed by `git clean`: a list among them says so, wherever a
  /// repository is around them or will be.
  private void ignore() {
    WorkspacePath list = ObjectStore.OBJECTS.child(IgnoreRules.FILE);
    byte[] all = "*\n".getBytes(StandardCharsets.US_ASCII);
    try {
      if (root.attributes(list).isPresent()) {
        if (says(list, all)) {
          return;
        }
        root.<Boolean>in(ObjectStore.OBJECTS, directory -> delete(directory, list.name()));
      }
      try (FileChannel channel = root.open(list, NEW)) {
        root.write(channel, all, list);
      }
    } catch (IOException _) {
      // Another session was faster, or what stands there can't be replaced.
    }
  }

  private boolean says(WorkspacePath file, byte[] all) {
    try {
      return Arrays.equals(root.read(file, all.length), all);
    } catch (IOException _) {
      return false; // a longer one, or no file
    }
  }

  private static boolean delete(SecureDirectoryStream<Path> directory, String name)
      throws IOException {
    directory.deleteFile(Path.of(name));
    return true;
  }

  /// In an ordinary layout the repository's private exclude list says so, too: no Git looks into
  /// the store then.
  private void excludeFromGit() {
    WorkspacePath exclude = WorkspacePath.of(".git/info/exclude");
    try {
      if (root.attributes(exclude.parent()).filter(a -> a.isDirectory()).isPresent()) {
        exclude(exclude);
      }
    } catch (IOException _) {
      // A worktree's .git is a file, and a link is not followed: the list stays as it is.
    }
  }

  /// The list is replaced as a whole: another name of its file leads elsewhere, and another program
  /// may read it meanwhile.
  private void exclude(WorkspacePath exclude) throws IOException {
    boolean missing = root.attributes(exclude).isEmpty();
    byte[] old = missing ? new byte[0] : root.read(exclude, MAX_EXCLUDE_BYTES);
    byte[] all = excluding(old);
    if (Arrays.equals(all, old)) {
      return;
    }
    WorkspacePath fresh = ObjectStore.STAGING.child(UUID.randomUUID().toString());
    try (FileChannel channel = root.open(fresh, NEW)) {
      root.write(channel, all, fresh);
      root.force(channel, fresh); // the list holds the person's own rules
    }
    root.rename(fresh, exclude);
    root.syncDirectory(exclude.parent());
  }

  /// A list of what Git ignores with the rule that Writ adds where it is missing.
  static byte[] excluding(byte[] list) {
    String rules = new String(list, StandardCharsets.UTF_8);
    if (rules.lines().anyMatch("/.writ/objects/"::equals)) {
      return list;
    }
    String rule = (rules.isEmpty() || rules.endsWith("\n") ? "" : "\n") + "/.writ/objects/\n";
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(list);
    all.writeBytes(rule.getBytes(StandardCharsets.UTF_8));
    return all.toByteArray();
  }
}
