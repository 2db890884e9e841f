// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.store;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.workspace.DirectoryOpener;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.PlaceHandle;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Contents that are kept together. Many are forced with their file system, because forcing each
/// takes milliseconds a file. For one thread.
public final class ContentBatch {
  /// So many contents are forced one by one.
  private static final int FEW = 8;

  private final ObjectStore store;
  private final WorkspaceRoot root;
  private final List<FileContent> held = new ArrayList<>();
  private final String unique = UUID.randomUUID().toString();
  private int written;
  private boolean many;

  ContentBatch(ObjectStore store, WorkspaceRoot root) {
    this.store = store;
    this.root = root;
  }

  /// Keeps these, too; durable only once [#force] returns.
  public void add(List<FileContent> contents) throws IOException {
    held.addAll(contents);
    if (many || held.size() > FEW) {
      many = true;
      writeHeld();
    }
  }

  /// A force of all that is on the workspace's file system.
  @FunctionalInterface
  public interface FileSystemForce {
    /// Makes it durable.
    void force() throws IOException;
  }

  /// Makes all of them durable.
  public void force() throws IOException {
    for (FileContent content : held) {
      store.keep(content);
    }
    held.clear();
    if (many) {
      try (DirectoryHandle objects = objects()) {
        perform(Operation.FORCE, ObjectStore.OBJECTS, objects::forceFileSystem);
      }
    }
  }

  /// Makes all of them durable with everything else that is on the file system.
  public void forceWith(FileSystemForce fileSystem) throws IOException {
    if (!held.isEmpty()) {
      writeHeld();
    }
    fileSystem.force();
  }

  private void writeHeld() throws IOException {
    store.prepare();
    root.check();
    write();
    held.clear();
  }

  private DirectoryHandle objects() throws IOException {
    return DirectoryOpener.open(root, ObjectStore.OBJECTS);
  }

  private void write() throws IOException {
    Map<String, DirectoryHandle> fans = new HashMap<>();
    try (DirectoryHandle objects = objects();
        DirectoryHandle staging = objects.child(ObjectStore.STAGING.name())) {
      for (FileContent content : held) {
        WorkspacePath place = ObjectStore.place(content.hash());
        String fan = place.parent().name();
        DirectoryHandle into = fans.get(fan);
        if (into == null) {
          into = fan(objects, place.parent());
          fans.put(fan, into);
        }
        if (!isThere(into, place, content)) {
          put(content, staging, into, place);
        }
      }
    } finally {
      fans.values().forEach(DirectoryHandle::close);
    }
  }

  private DirectoryHandle fan(DirectoryHandle objects, WorkspacePath fan) throws IOException {
    if (objects.entry(fan.name()) == null) {
      final int anyone = 0777; // within a private directory
      try {
        perform(Operation.CREATE, fan, () -> objects.makeDirectory(fan.name(), anyone));
      } catch (FileAlreadyExistsException _) {
        // Another writer was faster.
      }
    }
    return objects.child(fan.name());
  }

  private boolean isThere(DirectoryHandle fan, WorkspacePath place, FileContent content)
      throws IOException {
    DirectoryHandle.DirectoryEntry there = fan.entry(place.name());
    return there != null
        && there.isFile()
        && store.holds(place, there.size(), content)
        && store.isYoung(place, Instant.ofEpochSecond(0, there.stamp().modified()));
  }

  private void put(
      FileContent content, DirectoryHandle staging, DirectoryHandle fan, WorkspacePath place)
      throws IOException {
    String name = unique + "-" + written++;
    WorkspacePath staged = ObjectStore.STAGING.child(name);
    try {
      try (PlaceHandle file = staging.newFile(name)) {
        perform(Operation.WRITE, staged, () -> file.write(content.bytes()));
      }
      perform(Operation.RENAME, place, () -> staging.move(name, fan, place.name()));
      store.wrote(content);
    } catch (IOException e) {
      try {
        perform(Operation.DELETE, staged, () -> staging.remove(name));
      } catch (FileSystemException _) {
        // It was never made, or stays in Writ's own staging directory, where it does no harm.
      }
      throw e;
    }
  }

  private void perform(Operation operation, WorkspacePath place, DiskPort.Action action)
      throws IOException {
    root.disk().perform(operation, place, action);
  }
}
