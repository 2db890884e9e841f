// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import java.util.List;

/// What the authority in force says of one command.
public sealed interface CommandPermission {
  /// Harmless reading inside the workspace, which every level permits.
  record Free() implements CommandPermission {}

  /// A token permits it, and it has only the effects that everybody expects of it.
  record Safe() implements CommandPermission {}

  /// It only reads, as far as packs know, and nobody granted it: no program runs that nobody knows.
  record Reading() implements CommandPermission {}

  /// A token permits it, and it may lose data, touch remote state, or do what nobody can judge.
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

    /// What a person would agree to.
    public String reason() {
      return commandId
          + " needs the network"
          + (addresses.isEmpty() ? "" : ": " + String.join(", ", addresses));
    }
  }

  /// Nobody granted or refused it: a person may.
  record Beyond(String reason) implements CommandPermission {}

  /// Refused.
  record Denied(ToolError error) implements CommandPermission {
    Denied(ErrorCode code, String message) {
      this(new ToolError(code, message));
    }
  }
}
