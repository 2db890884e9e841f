// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.base.json.Json;
import java.util.Optional;

/// The authority a session runs under. Whatever is missing, wrong or not confirmed is *observe*.
public sealed interface Authority {
  /// The authority in force, for messages and receipts.
  String words();

  /// The level in force.
  default AuthorityLevel level() {
    return AuthorityLevel.OBSERVE;
  }

  /// The token, where there is one.
  default Optional<AuthorityToken> token() {
    return Optional.empty();
  }

  /// The authority in force, as data.
  default Json.Obj json() {
    Json.Builder json = Json.object().put("level", level().word()).put("from", words());
    token()
        .ifPresent(
            token ->
                json.put("expiration", token.expiration())
                    .put("contained", token.allowed().contained() == ContainedRule.ALLOW)
                    .put("allowed_tools", Json.texts(token.allowed().tools()))
                    .put(
                        "allowed_bins",
                        token.allowed().binaries().<Json>map(Json::texts).orElse(new Json.Null()))
                    .put("fs_root", token.fsRoot().toString())
                    .put("network", token.network().words()));
    token()
        .filter(token -> token.allowed().contained() == ContainedRule.SHOW)
        .ifPresent(_ -> json.put("shown", true));
    return json.build();
  }

  /// No authority was declared: acts beyond observing ask a person.
  record MissingAuthority() implements Authority {
    @Override
    public String words() {
      return "observe: there is no " + AuthorityFile.PATH;
    }
  }

  /// A token.
  ///
  /// @param origin where it comes from
  record Granted(AuthorityToken granted, String origin) implements Authority {
    @Override
    public String words() {
      String contained =
          switch (granted.allowed().contained()) {
            case ASK -> "";
            case SHOW -> " and contained, each change shown";
            case ALLOW -> " and contained";
          };
      return granted.level().word() + contained + " from " + origin;
    }

    @Override
    public AuthorityLevel level() {
      return granted.level();
    }

    @Override
    public Optional<AuthorityToken> token() {
      return Optional.of(granted);
    }
  }

  /// A file that can't be read, or means nothing.
  ///
  /// @param problem with line and column
  record MalformedAuthority(String problem) implements Authority {
    @Override
    public String words() {
      return "observe: " + problem;
    }
  }

  /// A file that no person has confirmed with exactly this content.
  record Untrusted() implements Authority {
    @Override
    public String words() {
      return "observe: no person has confirmed "
          + AuthorityFile.PATH
          + " in its current state; a person confirms it with `writ trust`";
    }
  }
}
