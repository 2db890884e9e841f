// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The state of a place to delete or move: the place itself and, for a directory, everything below
/// it, parents first. It holds every content, so that a proposal with it is bound to all of them.
///
/// @param items the items found before the first fault
/// @param fault the reason why it cannot be deleted or moved as a whole
public record PlaceInventory(List<InventoryItem> items, Optional<ToolError> fault) {
  /// The most files and directories that one call deletes or moves.
  public static final int MAX_ITEMS = 2000;

  /// The most bytes that they may hold together.
  public static final long MAX_BYTES = 64L * 1024 * 1024;

  public PlaceInventory {
    items = List.copyOf(items);
  }

  /// A file with its content, or a directory.
  public record InventoryItem(WorkspacePath path, FileState state) {}

  /// A file alone.
  public static PlaceInventory of(WorkspacePath path, FileState.Present file) {
    return new PlaceInventory(List.of(new InventoryItem(path, file)), Optional.empty());
  }

  /// Nothing that could be deleted or moved, and why.
  public static PlaceInventory unusable(ToolError fault) {
    return new PlaceInventory(List.of(), Optional.of(fault));
  }

  /// The same, refused for this reason where it isn't refused already.
  public PlaceInventory refused(ToolError error) {
    return fault.isPresent() ? this : new PlaceInventory(items, Optional.of(error));
  }

  /// Whether it is a directory with something in it.
  public boolean holdsMore() {
    return items.size() > 1;
  }

  /// How many of its items are files.
  public int files() {
    int files = 0;
    for (InventoryItem item : items) {
      files += item.state() instanceof FileState.Directory ? 0 : 1;
    }
    return files;
  }

  /// The files and the empty directories.
  public List<InventoryItem> leaves() {
    List<InventoryItem> leaves = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      WorkspacePath path = items.get(i).path();
      boolean filled = i + 1 < items.size() && items.get(i + 1).path().within(path);
      if (!filled) {
        leaves.add(items.get(i));
      }
    }
    return leaves;
  }

  /// The items as data: each path with its hash, or what else it is.
  Json describe() {
    Json.Builder found = Json.object();
    for (InventoryItem item : items) {
      found.put(item.path().toString(), item.state().describe());
    }
    fault.ifPresent(error -> found.put("error", error.code().name()));
    return found.build();
  }
}
