// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names of files that usually hold secrets. They are compared in lower case; see
/// [ProtectedNames].
public final class SecretNames {
  /// Names, at any depth: plain, or with one `*`.
  static final List<String> NAMES = SecretNameTable.NAMES;

  /// Files that hold secrets in their directory only, as parent and name.
  private static final List<String> FILES =
      List.of(
          ".kube/config",
          ".docker/config.json",
          ".aws/credentials",
          ".cargo/credentials",
          ".gem/credentials",
          ".config/gh/hosts.yml",
          ".m2/settings-security.xml");

  /// Directories of keys, in which only these names are public.
  private static final Set<String> KEY_DIRECTORIES = Set.of(".ssh", ".gnupg", ".password-store");

  private static final Set<String> PUBLIC_IN_KEY_DIRECTORIES =
      Set.of("config", "known_hosts", "authorized_keys");

  private static final Set<String> PARENTS =
      FILES.stream().map(SecretNames::parent).collect(Collectors.toUnmodifiableSet());

  private static final Set<String> PLAIN =
      NAMES.stream().filter(name -> name.indexOf('*') < 0).collect(Collectors.toUnmodifiableSet());

  private static final List<String> PATTERNS =
      NAMES.stream().filter(name -> name.indexOf('*') >= 0).toList();

  private static final List<String> EXAMPLES = List.of("example", "sample", "template", "dist");

  private static final String SETTINGS = ".env";

  /// What ends like a file of settings, but is an expression, or a path that Git is to leave out.
  private static final Pattern NO_SETTINGS =
      Pattern.compile("(?:.*[:!(){}=\"';,$<>].*|(?:.*\\W)?(?:process|meta))\\.env");

  private static final String HIDDEN = "-diff export-ignore";

  private static final String SHOWN = "!diff !export-ignore";

  private static final List<String> BACKUPS =
      List.of("~", ".bak", ".old", ".orig", ".save", ".backup");

  /// The names of copies, as Git writes patterns, with `%` for the file's own name: of persons, of
  /// logrotate(8), of Emacs (numbered backups, auto-save) and of Vim (swap files).
  private static final List<String> COPIES =
      Stream.concat(
              BACKUPS.stream().map(suffix -> "%" + suffix), Stream.of("%.[0-9~]*", "%.sw?", "%[#]"))
          .toList();

  /// Those of plain names: a `*` in front matches what they begin with.
  private static final List<String> PLAIN_COPIES = List.of("[#]%[#]", ".[#]%", ".%.sw?");

  private static final int MOST_DIGITS = 4;

  private static final Pattern PASSWORD_SETTING =
      Pattern.compile("(?im)^[^#;\\n]*(_auth|_authtoken|password)\\s*=\\s*(?!\\$\\{)\\S");

  private static final List<String> KEY_FILES =
      List.of(".pem", ".key", ".p8", ".p12", ".pfx", ".jks", ".keystore", ".ppk");

  private static final Set<String> TEST_DIRECTORIES =
      Set.of("test", "tests", "testdata", "__tests__", "fixtures", "testing", "spec", "mocks");

  /// Names of all kinds: a pattern that matches one of them is not made for secrets.
  private static final List<WorkspacePath> ORDINARY =
      paths(
          List.of(
              "a",
              "main",
              "config",
              "makefile",
              "dockerfile",
              "readme.md",
              "a.txt",
              "a.json",
              "a.yaml",
              "a.yml",
              "a.toml",
              "a.conf",
              "a.java",
              "index.js",
              "package.json",
              "settings.json",
              "docker-compose.yml",
              ".gitignore",
              ".github"));

  /// The prefixes of Git's path patterns: their base and their options.
  private static final Pattern MAGIC = Pattern.compile(":(?:/|\\((?![^)]*exclude)[a-z,]*\\))(.*)");

  private SecretNames() {}

  private static List<WorkspacePath> paths(List<String> names) {
    return names.stream().map(WorkspacePath::of).toList();
  }

  /// The secret that a pattern of paths is made for: `.e*`, `**/*.pem`, `:(top).env`, but not `*`
  /// or `*.json`.
  public static Optional<String> matchedBy(String pattern) {
    Matcher magic = MAGIC.matcher(pattern);
    boolean isMagic = magic.matches();
    String path = isMagic ? magic.group(1) : pattern;
    String last = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (last.isEmpty() || (!isMagic && !isWild(last))) {
      return Optional.empty();
    }
    if (!isWild(last)) {
      return holds(List.of(last)) ? Optional.of(last) : Optional.empty();
    }
    GlobPattern glob;
    try {
      glob = GlobPattern.of(last);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    return ORDINARY.stream().anyMatch(glob::matches)
        ? Optional.empty()
        : NAMES.stream()
            .map(name -> name.replace("*", "qzx"))
            .filter(name -> glob.matches(WorkspacePath.of(name)))
            .findFirst();
  }

  private static boolean isWild(String name) {
    return name.indexOf('*') >= 0 || name.indexOf('?') >= 0 || name.indexOf('[') >= 0;
  }

  /// Whether a file of that name may hold secrets, in whatever directory; of most names this says
  /// no at the cost of a few comparisons.
  ///
  /// @param name in lower case
  /// @param parent the name of the directory, in lower case
  static boolean mayHold(String name, String parent) {
    for (String original : originals(name)) {
      if (matchesAny(original) || isKeyName(original)) {
        return true;
      }
    }
    return PARENTS.contains(parent) || KEY_DIRECTORIES.contains(parent);
  }

  /// Whether the content of a file with that name decides whether it is secret.
  static boolean isDecidedByContent(String name) {
    return name.endsWith(".pem") || name.equals(".npmrc");
  }

  /// Whether a content of such a file is one: a private key, or a password as it is, not as the
  /// name of a variable.
  static boolean isSecretContent(String name, String content) {
    return name.endsWith(".pem")
        ? content.contains("PRIVATE KEY")
        : PASSWORD_SETTING.matcher(content).find();
  }

  /// Whether it is a key for a project's tests, judged by its name.
  ///
  /// @param segments the names of the path in lower case
  static boolean isTestKey(List<String> segments) {
    String name = segments.getLast();
    return KEY_FILES.stream().anyMatch(name::endsWith)
        && segments.subList(0, segments.size() - 1).stream().anyMatch(TEST_DIRECTORIES::contains);
  }

  /// Whether the file at a path usually holds secrets.
  ///
  /// @param segments the names of the path in lower case, at least one
  static boolean holds(List<String> segments) {
    return originals(segments.getLast()).stream().anyMatch(name -> holds(segments, name));
  }

  private static boolean holds(List<String> segments, String name) {
    return !isPublic(name)
        && (matchesAny(name)
            || isKeyName(name)
            || isBelow(segments, name)
            || isFile(segments, name));
  }

  /// Attributes (gitattributes(5)) by which Git shows no content of such files, and leaves them out
  /// of archives.
  static String gitAttributes() {
    List<String> patterns = new ArrayList<>(NAMES);
    patterns.add("id_*");
    FILES.forEach(file -> patterns.add("**/" + file));
    KEY_DIRECTORIES.forEach(directory -> patterns.add("**/" + directory + "/**"));
    StringBuilder lines = new StringBuilder();
    for (String pattern : patterns) {
      attributes(lines, pattern, HIDDEN);
      COPIES.forEach(copy -> attributes(lines, copy.replace("%", pattern), HIDDEN));
    }
    for (String plain : PLAIN) {
      PLAIN_COPIES.forEach(copy -> attributes(lines, copy.replace("%", plain), HIDDEN));
    }
    attributes(lines, "id_*.*", SHOWN);
    attributes(lines, "*.pub", SHOWN);
    for (String word : EXAMPLES) {
      List.of("*.", "*-", "*_").forEach(start -> attributes(lines, start + word, SHOWN));
      List.of("", "*.", "*-", "*_")
          .forEach(start -> attributes(lines, start + word + SETTINGS, SHOWN));
    }
    return lines.toString();
  }

  /// The path patterns with which Git finds such files, and some others (gitglossary(7), pathspec).
  static List<String> pathspecs() {
    List<String> patterns = new ArrayList<>(NAMES);
    patterns.add("id_*");
    patterns.addAll(FILES);
    KEY_DIRECTORIES.forEach(directory -> patterns.add(directory + "/**"));
    PLAIN.forEach(plain -> patterns.add("[.#]*" + plain)); // of editors' copies
    return patterns.stream().map(pattern -> ":(top,icase,glob)**/" + pattern + "*").toList();
  }

  /// Git compares letters as they are.
  private static void attributes(StringBuilder lines, String pattern, String attributes) {
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (Character.isLetter(c)) {
        lines.append('[').append(c).append(Character.toUpperCase(c)).append(']');
      } else {
        lines.append(c);
      }
    }
    lines.append(' ').append(attributes).append('\n');
  }

  private static boolean isPublic(String name) {
    if (name.endsWith(".pub") || NO_SETTINGS.matcher(name).matches()) {
      return true;
    }
    String bare =
        name.endsWith(SETTINGS) ? name.substring(0, name.length() - SETTINGS.length()) : name;
    for (String word : EXAMPLES) {
      if (bare.endsWith("." + word)
          || bare.endsWith("-" + word)
          || bare.endsWith("_" + word)
          || (bare.equals(word) && !bare.equals(name))) {
        return true;
      }
    }
    return false;
  }

  /// The names of files of which this one may be a copy, made by an editor, a tool or a person; of
  /// no copy its own name alone.
  private static List<String> originals(String name) {
    for (String suffix : BACKUPS) {
      if (name.endsWith(suffix) && name.length() > suffix.length()) {
        String rest = name.substring(0, name.length() - suffix.length());
        return List.of(suffix.equals("~") ? numberless(rest, ".~") : rest); // `x.~1~`, too
      }
    }
    if (name.startsWith(".#") || name.startsWith("#")) {
      String rest = name.substring(name.indexOf('#') + 1);
      return List.of(rest.endsWith("#") ? rest.substring(0, rest.length() - 1) : rest);
    }
    int swap = name.length() - ".swp".length();
    if (swap > 0 && name.startsWith(".sw", swap)) {
      String rest = name.substring(0, swap);
      return rest.startsWith(".") ? List.of(rest, rest.substring(1)) : List.of(rest);
    }
    return List.of(numberless(name, "."));
  }

  /// The name without a number at its end.
  private static String numberless(String name, String before) {
    int end = name.length();
    while (end > 0
        && name.length() - end < MOST_DIGITS
        && Character.isDigit(name.charAt(end - 1))) {
      end--;
    }
    int start = end - before.length();
    return end < name.length() && start > 0 && name.startsWith(before, start)
        ? name.substring(0, start)
        : name;
  }

  private static String parent(String file) {
    int slash = file.lastIndexOf('/');
    return file.substring(file.lastIndexOf('/', slash - 1) + 1, slash);
  }

  private static boolean matchesAny(String name) {
    if (PLAIN.contains(name)) {
      return true;
    }
    for (String pattern : PATTERNS) {
      if (matches(pattern, name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String pattern, String name) {
    int star = pattern.indexOf('*');
    return name.length() >= pattern.length() - 1
        && name.startsWith(pattern.substring(0, star))
        && name.endsWith(pattern.substring(star + 1));
  }

  /// `id_work`: keys have no extension, sources such as `id_map.py` do.
  private static boolean isKeyName(String name) {
    return name.startsWith("id_") && name.length() > "id_".length() && name.indexOf('.') < 0;
  }

  private static boolean isBelow(List<String> segments, String name) {
    for (String parent : segments.subList(0, segments.size() - 1)) {
      if (KEY_DIRECTORIES.contains(parent)) {
        return !PUBLIC_IN_KEY_DIRECTORIES.contains(name);
      }
    }
    return false;
  }

  private static boolean isFile(List<String> segments, String name) {
    String path = "/" + String.join("/", segments.subList(0, segments.size() - 1)) + "/" + name;
    for (String file : FILES) {
      if (path.endsWith("/" + file)) {
        return true;
      }
    }
    return false;
  }
}
