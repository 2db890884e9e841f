// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.base.value.DisplayText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What a token grants, in words for the person who confirms it: what counts, however its file
/// writes it.
public final class AuthorityWords {
  /// How many items of a list are named; the rest is counted.
  private static final int MOST_ITEMS = 10;

  private AuthorityWords() {}

  /// A line for each grant, inert.
  public static List<String> lines(AuthorityToken token) {
    List<String> lines = new ArrayList<>();
    lines.add("level: " + token.level().word());
    lines.add("what stays in this folder: " + contained(token.allowed().contained()));
    lines.add("tools: " + list(token.allowed().tools()));
    lines.add(
        "programs: " + token.allowed().binaries().map(AuthorityWords::list).orElse("no list"));
    lines.add("network: " + network(token.network()));
    if (!token.fsRoot().isRoot()) {
      lines.add("only in the directory: " + DisplayText.place(token.fsRoot().toString()));
    }
    lines.add(
        token.expiration() == 0
            ? "until somebody withdraws it"
            : "until " + Instant.ofEpochSecond(token.expiration()));
    return lines.stream().map(DisplayText::name).toList();
  }

  private static String contained(ContainedRule rule) {
    return switch (rule) {
      case ASK -> "commands need the level or a person";
      case SHOW -> "every command runs, and its changes are shown before they count";
      case ALLOW -> "every command runs unasked";
    };
  }

  private static String network(NetworkPolicy network) {
    return switch (network) {
      case NetworkPolicy.NoNetwork _ -> "none";
      case NetworkPolicy.LocalhostOnly _ -> "the sandbox's own localhost";
      case NetworkPolicy.HostAllowlist(List<String> hosts) -> list(hosts);
    };
  }

  private static String list(List<String> items) {
    if (items.isEmpty()) {
      return "none";
    }
    String named = String.join(", ", items.stream().limit(MOST_ITEMS).toList());
    int others = items.size() - MOST_ITEMS;
    return others > 0 ? "%s and %d more".formatted(named, others) : named;
  }
}
