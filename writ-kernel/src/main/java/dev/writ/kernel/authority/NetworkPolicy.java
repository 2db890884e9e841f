// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.authority;

import java.util.List;

/// The network that a command may reach.
public sealed interface NetworkPolicy {
  /// None, which is what stands where nothing was said.
  NetworkPolicy DENY = new NoNetwork();

  /// The words of a project's file: `deny`, `localhost`, or the hosts.
  String words();

  /// None.
  record NoNetwork() implements NetworkPolicy {
    @Override
    public String words() {
      return "deny";
    }
  }

  /// The sandbox's own loopback.
  record LocalhostOnly() implements NetworkPolicy {
    @Override
    public String words() {
      return "localhost";
    }
  }

  /// These hosts through a filtering proxy; an empty list means none.
  ///
  /// @param hosts entries of a [dev.writ.base.value.HostList]: names, compared label by label;
  ///     `*.example.org` is every name below it
  record HostAllowlist(List<String> hosts) implements NetworkPolicy {
    public HostAllowlist {
      hosts = List.copyOf(hosts);
    }

    @Override
    public String words() {
      return "allowlist " + String.join(" ", hosts);
    }
  }
}
