// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.base.value;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Hosts that a command may reach, compared label by label. An empty list allows nothing.
///
/// An entry is a name (`repo.example.org`), a name with any one or more labels in front
/// (`*.example.org`), or an address in its usual form; with `:port` for another port than 80 and
/// 443.
///
/// @param entries checked when the list is made
public record HostList(List<String> entries) {
  private static final int MOST_CHARS = 253;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Pattern ADDRESS =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");

  /// A host and a port, well-formed.
  public record Host(String name, int port) {
    /// Reads `host:port` as it stands in a request. Refuses whatever two readers could understand
    /// differently: other characters than letters, digits, hyphens and dots, numbers that only some
    /// take for an address, a dot at the end.
    public static Optional<Host> parse(String text) {
      int colon = text.lastIndexOf(':');
      if (colon < 0 || !text.substring(colon + 1).matches("[1-9]\\d{0,4}")) {
        return Optional.empty();
      }
      int port = Integer.parseInt(text.substring(colon + 1));
      String name = text.substring(0, colon).toLowerCase(Locale.ROOT);
      return port <= 0xFFFF && (isName(name) || isAddress(name))
          ? Optional.of(new Host(name, port))
          : Optional.empty();
    }

    /// Whether it is an address and no name.
    public boolean isAddress() {
      return isAddress(name);
    }

    /// The shortest entry that allows it.
    public String entry() {
      return port == 443 || port == 80 ? name : name + ":" + port;
    }

    private static boolean isAddress(String name) {
      return ADDRESS.matcher(name).matches();
    }

    private static boolean isName(String name) {
      List<String> labels = List.of(name.split("\\.", -1));
      return name.length() <= MOST_CHARS
          && labels.stream().allMatch(label -> LABEL.matcher(label).matches())
          && !labels.getLast().matches("\\d+|0x[0-9a-f]*"); // some take that for an address
    }
  }

  /// @throws IllegalArgumentException where an entry is none
  public HostList {
    entries = entries.stream().map(HostList::checked).toList();
  }

  private static String checked(String entry) {
    if (!isEntry(entry)) {
      throw new IllegalArgumentException("not a host: " + entry);
    }
    return entry.toLowerCase(Locale.ROOT);
  }

  /// Whether a text is an entry.
  public static boolean isEntry(String text) {
    String plain = text.startsWith("*.") ? text.substring(2) : text;
    Optional<Host> host = Host.parse(plain.indexOf(':') < 0 ? plain + ":443" : plain);
    return host.isPresent() && (plain.length() == text.length() || !host.get().isAddress());
  }

  /// Whether a host is on the list.
  public boolean allows(Host host) {
    return entries.stream().anyMatch(entry -> matches(entry, host));
  }

  /// Whether an entry allows nothing that this list doesn't.
  public boolean covers(String entry) {
    return entries.contains(entry)
        || (entry.indexOf(':') < 0
            ? covers(entry, "443") && covers(entry, "80")
            : Host.parse(entry).filter(this::allows).isPresent());
  }

  private boolean covers(String name, String port) {
    return Host.parse(name + ":" + port).filter(this::allows).isPresent();
  }

  private static boolean matches(String entry, Host host) {
    int colon = entry.indexOf(':');
    String name = colon < 0 ? entry : entry.substring(0, colon);
    boolean port =
        colon < 0
            ? host.port() == 443 || host.port() == 80
            : entry.substring(colon + 1).equals(Integer.toString(host.port()));
    return port
        && (name.startsWith("*.")
            ? host.name().endsWith(name.substring(1)) && !host.isAddress()
            : host.name().equals(name));
  }
}
