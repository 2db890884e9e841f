// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.copilot;

/// The addresses of Copilot.
///
/// @param login where people sign in
/// @param api GitHub's API, which gives the short-lived tokens
/// @param chat where models are asked, where a token names no other place
public record CopilotSites(String login, String api, String chat) {
  /// Those of github.com.
  public static final CopilotSites PUBLIC =
      new CopilotSites(
          "https://github.com", "https://api.github.com", "https://api.githubcopilot.com");

  /// Those of an enterprise at that host of `ghe.com`.
  public static CopilotSites ofEnterprise(String host) {
    return new CopilotSites(
        "https://" + host, "https://api." + host, "https://copilot-api." + host);
  }
}
