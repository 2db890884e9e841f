// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.HostList;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Reads and writes `.writ/project.yaml` strictly: an unknown member is an error with its line and
/// column.
public final class AuthorityFile {
  /// The file's path, relative to the workspace.
  public static final String PATH = ".writ/project.yaml";

  private static final Set<String> KEYS =
      Set.of(
          "level",
          "expiration",
          "contained",
          "allowed_tools",
          "allowed_bins",
          "fs_root",
          "network");
  private static final Pattern TOOL = Pattern.compile("[A-Za-z0-9*][A-Za-z0-9._*-]{0,127}");
  private static final Pattern BINARY =
      Pattern.compile("\\*|(\\./)?[A-Za-z0-9_+][A-Za-z0-9._+/-]{0,254}");

  private final ConfigDocument document;
  private final String projectId;

  private AuthorityFile(ConfigDocument document, String projectId) {
    this.document = document;
    this.projectId = projectId;
  }

  /// The token that a file's text grants.
  ///
  /// @throws JsonException if the text is not a strict project file
  public static AuthorityToken parse(String text, String projectId) throws JsonException {
    return new AuthorityFile(ConfigDocument.yaml(text), projectId).token();
  }

  private AuthorityToken token() throws JsonException {
    Json.Obj root = mapping(document.root(), "a mapping with 'authority' was expected");
    known(root, Set.of("authority"));
    Json value = root.get("authority").orElse(root);
    Json.Obj authority = mapping(value, "authority: a mapping was expected");
    known(authority, KEYS);
    return new AuthorityToken(
        projectId,
        level(authority),
        expiration(authority),
        new AuthorityToken.Allowed(
            texts(authority, "allowed_tools", TOOL.asMatchPredicate()),
            binaries(authority),
            contained(authority)),
        fsRoot(authority),
        network(authority));
  }

  private Json.Obj mapping(Json value, String otherwise) throws JsonException {
    if (value instanceof Json.Obj object) {
      return object;
    }
    throw document.error(value, otherwise);
  }

  private void known(Json.Obj object, Set<String> keys) throws JsonException {
    for (String key : object.members().keySet()) {
      if (!keys.contains(key)) {
        throw document.error(
            object.get(key).orElse(object),
            "unknown key '" + key + "'; known are " + keys.stream().sorted().toList());
      }
    }
  }

  private AuthorityLevel level(Json.Obj authority) throws JsonException {
    Json value = authority.get("level").orElse(authority);
    return authority
        .text("level")
        .flatMap(AuthorityLevel::of)
        .orElseThrow(
            () ->
                document.error(
                    value,
                    "level: one of observe, tools_only, parameterized_tools, scoped_commands was"
                        + " expected"));
  }

  private long expiration(Json.Obj authority) throws JsonException {
    Json value = authority.get("expiration").orElse(Json.of(0));
    if (value instanceof Json.Num number && number.whole().orElse(-1) >= 0) {
      return number.whole().getAsLong();
    }
    if (value instanceof Json.Text(String text)) {
      try {
        return Instant.parse(text).getEpochSecond();
      } catch (DateTimeParseException _) {
        // Said below.
      }
    }
    throw document.error(
        value,
        "expiration: seconds since 1970 or a time such as 2027-01-31T00:00:00Z was expected");
  }

  private ContainedRule contained(Json.Obj authority) throws JsonException {
    Json value = authority.get("contained").orElse(Json.of(ContainedRule.ASK.word()));
    if (value instanceof Json.Text(String word) && ContainedRule.of(word).isPresent()) {
      return ContainedRule.of(word).get();
    }
    String words = String.join(", ", ContainedRule.words());
    throw document.error(value, "contained: one of " + words + " was expected");
  }

  private List<String> texts(Json.Obj authority, String key, Predicate<String> form)
      throws JsonException {
    Json value = authority.get(key).orElse(new Json.Arr(List.of()));
    if (!(value instanceof Json.Arr(List<Json> items))) {
      throw document.error(value, key + ": a list was expected, not a " + value.typeName());
    }
    List<String> texts = new ArrayList<>();
    for (Json item : items) {
      if (!(item instanceof Json.Text(String text)) || !form.test(text)) {
        throw document.error(item, key + ": " + item.write() + " is not a valid name");
      }
      texts.add(text);
    }
    return texts;
  }

  private Optional<List<String>> binaries(Json.Obj authority) throws JsonException {
    return authority.get("allowed_bins").isEmpty()
        ? Optional.empty()
        : Optional.of(texts(authority, "allowed_bins", BINARY.asMatchPredicate()));
  }

  private WorkspacePath fsRoot(Json.Obj authority) throws JsonException {
    Json value = authority.get("fs_root").orElse(Json.of("."));
    if (value instanceof Json.Text(String text) && !text.startsWith("/")) {
      String plain = text.startsWith("./") ? text.substring(2) : text;
      String name = plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
      try {
        return WorkspacePath.of(name);
      } catch (IllegalArgumentException _) {
        // Said below.
      }
    }
    throw document.error(value, "fs_root: a directory inside the workspace was expected");
  }

  private NetworkPolicy network(Json.Obj authority) throws JsonException {
    Json value = authority.get("network").orElse(Json.of("deny"));
    if (value instanceof Json.Text(String word)) {
      switch (word) {
        case "deny" -> {
          return NetworkPolicy.DENY;
        }
        case "localhost" -> {
          return new NetworkPolicy.LocalhostOnly();
        }
        default -> {}
      }
    }
    if (value instanceof Json.Obj object) {
      known(object, Set.of("allowlist"));
      return new NetworkPolicy.HostAllowlist(texts(object, "allowlist", HostList::isEntry));
    }
    throw document.error(
        value, "network: deny, localhost, or a mapping with an allowlist of hosts was expected");
  }

  /// The text of a file that grants a token: what isn't said there is as little as can be.
  public static String text(AuthorityToken token) {
    StringBuilder text =
        new StringBuilder(
            """
            # What commands may do here without asking; docs/howto/authority.md has all keys.
            # It counts after a person confirmed it with `writ trust`.
            authority:
            """);
    text.append("  level: ").append(token.level().word()).append('\n');
    if (token.allowed().contained() != ContainedRule.ASK) {
      text.append("  contained: ").append(token.allowed().contained().word());
      text.append(" # what stays in this folder, sandboxed, without network\n");
    }
    if (token.expiration() != 0) {
      text.append("  expiration: ").append(token.expiration()).append('\n');
    }
    list(text, "  allowed_tools:", "    - ", token.allowed().tools());
    if (token.allowed().binaries().filter(List::isEmpty).isPresent()) {
      text.append("  allowed_bins: []\n");
    }
    list(text, "  allowed_bins:", "    - ", token.allowed().binaries().orElse(List.of()));
    if (!token.fsRoot().isRoot()) {
      text.append("  fs_root: ").append(quoted(token.fsRoot().toString())).append('\n');
    }
    if (token.network() instanceof NetworkPolicy.HostAllowlist(List<String> hosts)) {
      text.append("  network:\n");
      text.append(hosts.isEmpty() ? "    allowlist: []\n" : "");
      list(text, "    allowlist:", "      - ", hosts);
    } else {
      text.append("  network: ").append(token.network().words()).append('\n');
    }
    return text.toString();
  }

  private static void list(StringBuilder text, String key, String dash, List<String> items) {
    if (!items.isEmpty()) {
      text.append(key).append('\n');
    }
    for (String item : items) {
      text.append(dash).append(quoted(item)).append('\n');
    }
  }

  private static String quoted(String text) {
    return Json.of(text).write(); // a JSON string is a YAML string
  }
}
