// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.grant;

import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.session.CommandStanding;

/// The authority that commands of this session run under.
@FunctionalInterface
public interface AuthoritySource {
  /// The authority of commands that stand so; loaded when the first command asks.
  Authority in(CommandStanding standing);

  /// Another call begins: a person may have agreed to something meanwhile, or taken it back.
  default void lookAgain() {}
}
