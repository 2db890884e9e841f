// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import dev.writ.sandbox.proxy.BodyEnd.BodyFraming;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A program's request to a proxy: a tunnel to a host, or one plain request to forward (RFC 9110
/// §9.3.6, RFC 9112 §3.2.2). A request that two readers could interpret differently is refused.
///
/// @param host as requested, with a port; the caller must check it
/// @param head what the host gets first; empty for a tunnel
/// @param framing where the bytes behind the head end that belong to it
record ProxyRequest(String host, String head, BodyFraming framing) {
  private static final String PLAIN = "http://";
  private static final String LINE_END = "\r\n";
  private static final String LENGTH = "content-length";
  private static final String CODING = "transfer-encoding";

  private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z-]*");
  private static final Pattern TARGET = Pattern.compile("[!-~&&[^#]]+");
  private static final Pattern VERSION = Pattern.compile("HTTP/1\\.[01]");
  private static final Pattern FIELD =
      Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ -~\u0080-\u00FF]*");
  private static final Pattern COUNT = Pattern.compile("[0-9]{1,18}");

  /// Headers between a program and its proxy, and those that are written anew.
  private static final List<String> DROPPED =
      List.of(
          "host",
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authorization",
          "proxy-authenticate");

  /// A header field.
  ///
  /// @param name in lower case
  /// @param line as it was sent
  private record Field(String name, String line) {
    static Field of(String line) {
      return new Field(line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT), line);
    }

    String value() {
      return line.substring(name.length() + 1).strip();
    }
  }

  /// Reads a request up to the empty line; nothing where it is neither.
  static Optional<ProxyRequest> parse(String head) {
    if (!head.endsWith(LINE_END + LINE_END)) {
      return Optional.empty();
    }
    List<String> lines =
        List.of(head.substring(0, head.length() - 2 * LINE_END.length()).split(LINE_END, -1));
    List<String> words = List.of(lines.getFirst().split(" ", -1));
    List<String> rest = lines.subList(1, lines.size());
    if (words.size() != 3
        || !METHOD.matcher(words.get(0)).matches()
        || !TARGET.matcher(words.get(1)).matches()
        || !VERSION.matcher(words.get(2)).matches()
        || !rest.stream().allMatch(line -> FIELD.matcher(line).matches())) {
      return Optional.empty();
    }
    List<Field> fields = rest.stream().map(Field::of).toList();
    Optional<BodyFraming> framing = framing(fields, words.get(2));
    return words.get(0).equals("CONNECT")
        ? tunnel(words.get(1), framing)
        : framing.flatMap(end -> plain(words, fields, end));
  }

  /// A tunnel has no body: whatever follows goes through it.
  private static Optional<ProxyRequest> tunnel(String host, Optional<BodyFraming> framing) {
    return framing
        .filter(new BodyFraming.Counted(0)::equals)
        .map(_ -> new ProxyRequest(host, "", new BodyFraming.Endless()));
  }

  private static Optional<ProxyRequest> plain(
      List<String> words, List<Field> fields, BodyFraming framing) {
    String target = words.get(1);
    if (!target.toLowerCase(Locale.ROOT).startsWith(PLAIN)) {
      return Optional.empty();
    }
    String rest = target.substring(PLAIN.length());
    int end = end(rest);
    String authority = rest.substring(0, end);
    String path = rest.substring(end);
    StringBuilder onward =
        new StringBuilder(words.get(0))
            .append(path.startsWith("/") ? " " : " /")
            .append(path)
            .append(" HTTP/1.1" + LINE_END + "Host: ")
            .append(authority)
            // The next request may be for another host, and has to be looked at, too.
            .append(LINE_END + "Connection: close" + LINE_END);
    for (Field field : fields) {
      if (!DROPPED.contains(field.name())) {
        onward.append(field.line()).append(LINE_END);
      }
    }
    boolean hasPort = authority.indexOf(':') >= 0;
    return Optional.of(
        new ProxyRequest(hasPort ? authority : authority + ":80", onward + LINE_END, framing));
  }

  /// The end of an address's authority.
  private static int end(String rest) {
    for (int i = 0; i < rest.length(); i++) {
      if ("/?".indexOf(rest.charAt(i)) >= 0) {
        return i;
      }
    }
    return rest.length();
  }

  /// The framing of the body (RFC 9112 §6.3); empty if it is stated twice, or in a way that not
  /// every reader supports.
  private static Optional<BodyFraming> framing(List<Field> fields, String version) {
    List<Field> told = new ArrayList<>(fields);
    told.removeIf(field -> !field.name().equals(LENGTH) && !field.name().equals(CODING));
    if (told.isEmpty()) {
      return Optional.of(new BodyFraming.Counted(0));
    }
    Field only = told.getFirst();
    if (told.size() > 1) {
      return Optional.empty();
    }
    if (only.name().equals(CODING)) {
      return only.value().equalsIgnoreCase("chunked") && version.equals("HTTP/1.1")
          ? Optional.of(new BodyFraming.Chunked())
          : Optional.empty();
    }
    return COUNT.matcher(only.value()).matches()
        ? Optional.of(new BodyFraming.Counted(Long.parseLong(only.value())))
        : Optional.empty();
  }
}
