// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a program asks a proxy for: a tunnel to a host, or one plain request to be passed on (RFC
/// 9110 §9.3.6, RFC 9112 §3.2.2).
///
/// @param host as it was asked for, with a port; whoever uses it must check it
/// @param head what the host gets first; empty for a tunnel
record ProxyRequest(String host, String head) {
  private static final String PLAIN = "http://";
  private static final String LINE_END = "\r\n";

  /// Headers between a program and its proxy, and those that are written anew.
  private static final List<String> DROPPED =
      List.of(
          "host",
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authorization",
          "proxy-authenticate");

  /// Reads a request up to the empty line; nothing where it is neither.
  static Optional<ProxyRequest> parse(String head) {
    String[] lines = head.split(LINE_END, -1);
    String[] words = lines[0].split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      return Optional.empty();
    }
    if (words[0].equals("CONNECT")) {
      return Optional.of(new ProxyRequest(words[1], ""));
    }
    if (!words[1].toLowerCase(Locale.ROOT).startsWith(PLAIN)) {
      return Optional.empty();
    }
    String rest = words[1].substring(PLAIN.length());
    int end = end(rest);
    String authority = rest.substring(0, end);
    String path = rest.substring(end);
    StringBuilder onward =
        new StringBuilder(words[0])
            .append(path.startsWith("/") ? " " : " /")
            .append(path)
            .append(" HTTP/1.1" + LINE_END + "Host: ")
            .append(authority)
            // The next request may be for another host, and has to be looked at, too.
            .append(LINE_END + "Connection: close" + LINE_END);
    for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
      int colon = Math.max(0, lines[i].indexOf(':'));
      if (!DROPPED.contains(lines[i].substring(0, colon).strip().toLowerCase(Locale.ROOT))) {
        onward.append(lines[i]).append(LINE_END);
      }
    }
    boolean hasPort = authority.indexOf(':') >= 0;
    return Optional.of(
        new ProxyRequest(hasPort ? authority : authority + ":80", onward + LINE_END));
  }

  /// Where the authority of an address ends.
  private static int end(String rest) {
    for (int i = 0; i < rest.length(); i++) {
      if ("/?#".indexOf(rest.charAt(i)) >= 0) {
        return i;
      }
    }
    return rest.length();
  }
}
