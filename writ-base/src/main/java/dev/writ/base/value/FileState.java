// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.base.value;

import dev.writ.base.json.Json;

/// The state on disk at the time of the proposal.
public sealed interface FileState {
  /// The state as data: a hash, `null`, or the code of the error.
  Json describe();

  /// Nothing.
  record Absent() implements FileState {
    @Override
    public Json describe() {
      return new Json.Null();
    }
  }

  /// A regular file with that content.
  record Present(FileContent content) implements FileState {
    @Override
    public Json describe() {
      return Json.of(content.hash());
    }
  }

  /// A symbolic link, where one may stand.
  ///
  /// @param target where it leads, as written
  record Link(FileContent target) implements FileState {
    @Override
    public Json describe() {
      return Json.object().put("link", target.hash()).build();
    }
  }

  /// A directory, where one may stand.
  record Directory() implements FileState {
    @Override
    public Json describe() {
      return Json.of("directory");
    }
  }

  /// Something else or something unreadable; a write to it is refused with this error.
  record Unusable(ToolError error) implements FileState {
    @Override
    public Json describe() {
      return Json.of(error.code().name());
    }
  }
}
