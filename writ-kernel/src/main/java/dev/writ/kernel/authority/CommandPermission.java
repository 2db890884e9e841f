// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import java.util.List;

/// The verdict of the authority in force on one command.
public sealed interface CommandPermission {
  /// Harmless reading inside the workspace, which every level permits.
  record Free() implements CommandPermission {}

  /// A token permits it, and it has only its expected effects.
  record Safe() implements CommandPermission {}

  /// It only reads, as far as packs know, and no grant covers it: no unknown program runs.
  record ReadPermission() implements CommandPermission {}

  /// A token permits it, and it may lose data, touch remote state, or have unknown effects.
  record Destructive(List<String> reasons) implements CommandPermission {
    public Destructive {
      reasons = List.copyOf(reasons);
    }
  }

  /// A token permits it, but not the network that it needs: a person may, for this one run.
  ///
  /// @param reasons why a person must agree besides
  record Networked(String commandId, List<String> addresses, List<String> reasons)
      implements CommandPermission {
    public Networked {
      addresses = List.copyOf(addresses);
      reasons = List.copyOf(reasons);
    }

    /// The risk that a person would agree to.
    public String reason() {
      return commandId
          + " needs the network"
          + (addresses.isEmpty() ? "" : ": " + String.join(", ", addresses));
    }
  }

  /// Neither granted nor refused: a person may grant it.
  record Beyond(String reason) implements CommandPermission {}

  /// Whether it permits reading as far as anybody knows, and nothing else.
  default boolean reads() {
    return this instanceof Free || this instanceof ReadPermission;
  }

  /// Refused.
  record Denied(ToolError error) implements CommandPermission {
    Denied(ErrorCode code, String message) {
      this(new ToolError(code, message));
    }
  }
}
