// Implements: docs/spec/02-architecture.md §2.3 (Kernel packages)
package dev.writ.kernel.gate;

import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.call.Hash;
import dev.writ.kernel.policy.KindTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The rules under which a workspace is governed.
///
/// @param intents how intents are demanded
/// @param confirm effect classes and tools that ask even where the execution mode doesn't
/// @param blocked paths out of reach with everything below them
/// @param credentials known secrets, masked wherever they would enter the conversation
/// @param dryRun whether proposals are only judged
public record Policy(
    IntentRules intents,
    Authority authority,
    Set<String> confirm,
    List<Path> blocked,
    List<String> credentials,
    boolean dryRun) {
  public Policy {
    confirm = Set.copyOf(confirm);
    blocked = List.copyOf(blocked);
    credentials = List.copyOf(credentials);
  }

  /// How intents are demanded.
  ///
  /// @param requireDeclared whether a person's request alone is no intent
  public record IntentRules(KindTable kinds, boolean requireDeclared) {}

  /// What identifies the policy in receipts.
  String hash() {
    return Hash.of(
        String.join(
            "\n",
            intents.kinds().name(),
            Boolean.toString(intents.requireDeclared()),
            authority.level().word(),
            new TreeSet<>(confirm).toString(),
            blocked.toString()));
  }

  /// Credentials are never shown, not even by accident.
  @Override
  public String toString() {
    return "Policy " + hash();
  }
}
