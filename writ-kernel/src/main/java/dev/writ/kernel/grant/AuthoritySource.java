// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.grant;

import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.policy.ExecutionMode;

/// The authority that commands of this session run under.
@FunctionalInterface
public interface AuthoritySource {
  /// The authority of commands in an execution mode; loaded when the first command asks.
  Authority in(ExecutionMode execution);
}
