// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.name;

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

/// The names of files that usually hold secrets. They are compared in lower case and without
/// invisible characters.
public final class SecretNames {
  /// Names, at any depth: plain, or with `*`.
  public static final List<String> NAMES = SecretNameTable.NAMES;

  private static final List<String> FILES = SecretNameTable.FILES;

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

  private static final String ALL = "/*";

  private static final List<String> EXAMPLES = List.of("example", "sample", "template", "dist");

  private static final String SETTINGS = ".env";

  /// What ends like a file of settings, but is an expression, or a path that Git is to leave out.
  private static final Pattern NO_SETTINGS =
      Pattern.compile("(?:.*[:!(){}=\"';,$<>].*|(?:.*\\W)?(?:process|meta))\\.env");

  private static final String HIDDEN = "-diff export-ignore";

  private static final String SHOWN = "!diff !export-ignore";

  /// The names of copies, as Git writes patterns, with `%` for the file's own name: those that are
  /// tracked by mistake, and those that a merge makes.
  private static final List<String> COPIES =
      List.of(
          "%~*", "%.bak", "%.old", "%.orig", "%.save", "%.backup", "%.[0-9~]*", "%.sw?", "%[#]");

  /// Those that don't begin as the name does: a `*` in front of it matches that.
  private static final List<String> HIDDEN_COPIES = List.of("[#]%[#]", ".[#]%", ".%.sw?");

  private static final Pattern PASSWORD_SETTING =
      Pattern.compile(
          "(?im)^[^#;\\n]*(?:(_auth|_authtoken|password)\\s*=\\s*(?!\\$\\{)\\S"
              + "|://[^/\\s:@]*:(?!\\$\\{)[^/\\s@]+@|PRIVATE KEY)");

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
  /// @param parent the name of the directory in lower case, or of a directory of keys around it
  public static boolean mayHold(String name, String parent) {
    for (String original : CopiedNames.originals(name)) {
      if (matchesAny(original) || isKeyName(original)) {
        return true;
      }
    }
    return PARENTS.contains(parent) || isKeyDirectory(parent);
  }

  /// Whether a directory of that name holds keys, at whatever depth.
  ///
  /// @param name in lower case
  public static boolean isKeyDirectory(String name) {
    return KEY_DIRECTORIES.contains(name);
  }

  /// Whether the content of a file with that name decides whether it is secret.
  public static boolean isDecidedByContent(String name) {
    return name.endsWith(".pem") || name.equals(".npmrc");
  }

  /// Whether a content of such a file is one: a private key, or a password as it is, not as the
  /// name of a variable.
  public static boolean isSecretContent(String name, String content) {
    return name.endsWith(".pem")
        ? content.contains("PRIVATE KEY") || content.contains("ARGO TUNNEL TOKEN")
        : PASSWORD_SETTING.matcher(content).find();
  }

  /// Whether it is a key for a project's tests, judged by its name.
  ///
  /// @param segments the names of the path in lower case
  public static boolean isTestKey(List<String> segments) {
    String name = segments.getLast();
    return KEY_FILES.stream().anyMatch(name::endsWith)
        && segments.subList(0, segments.size() - 1).stream().anyMatch(TEST_DIRECTORIES::contains);
  }

  /// Whether the file at a path usually holds secrets.
  ///
  /// @param segments the names of the path in lower case, at least one
  public static boolean holds(List<String> segments) {
    List<String> names = CopiedNames.originals(segments.getLast());
    return names.stream().noneMatch(SecretNames::isPublic)
        && (isBelow(segments, names) || names.stream().anyMatch(name -> holds(segments, name)));
  }

  private static boolean holds(List<String> segments, String name) {
    return !NO_SETTINGS.matcher(name).matches()
        && (matchesAny(name) || isKeyName(name) || isFile(segments, name));
  }

  /// Attributes (gitattributes(5)) by which Git shows no content of such files, and leaves them out
  /// of archives.
  public static String gitAttributes() {
    StringBuilder lines = new StringBuilder();
    attributes(lines, "id_*", HIDDEN);
    attributes(lines, "id_*.*", SHOWN); // sources; of two lines for a file the later one counts
    copies(lines, "", "id_*");
    for (String name : NAMES) {
      attributes(lines, name, HIDDEN);
      copies(lines, "", name);
    }
    for (String file : FILES) {
      int name = file.lastIndexOf('/') + 1;
      attributes(lines, "**/" + file, HIDDEN);
      copies(lines, "**/" + file.substring(0, name), file.substring(name));
    }
    KEY_DIRECTORIES.forEach(one -> attributes(lines, "**/" + one + "/**", HIDDEN));
    attributes(lines, "*.pub", SHOWN);
    for (String word : EXAMPLES) {
      List.of("*.", "*-", "*_").forEach(start -> attributes(lines, start + word, SHOWN));
      List.of("", "*.", "*-", "*_")
          .forEach(start -> attributes(lines, start + word + SETTINGS, SHOWN));
    }
    return lines.toString();
  }

  private static void copies(StringBuilder lines, String directory, String name) {
    Stream.concat(COPIES.stream(), name.startsWith("*") ? Stream.of() : HIDDEN_COPIES.stream())
        .forEach(copy -> attributes(lines, directory + copy.replace("%", name), HIDDEN));
  }

  /// The path patterns with which Git finds such files, and some others (gitglossary(7), pathspec).
  public static List<String> pathspecs() {
    List<String> patterns = new ArrayList<>(NAMES);
    patterns.add("id_*");
    patterns.addAll(FILES);
    for (String original : List.copyOf(patterns)) {
      int name = original.lastIndexOf('/') + 1;
      if (original.charAt(name) != '*') { // of copies by editors, desktops
        patterns.add(original.substring(0, name) + "[.#c]*" + original.substring(name));
      }
    }
    KEY_DIRECTORIES.forEach(directory -> patterns.add(directory + "/**"));
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
    if (name.endsWith(".pub")) {
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
    String start = pattern.substring(0, star);
    int end = pattern.indexOf('*', star + 1);
    String next = pattern.substring(star + 1, end < 0 ? pattern.length() : end);
    if (!name.startsWith(start)) {
      return false;
    }
    int at = end < 0 ? name.length() - next.length() : name.indexOf(next, star);
    return at >= star
        && name.startsWith(next, at)
        && (end < 0 || matches(pattern.substring(end), name.substring(at + next.length())));
  }

  /// `id_work`: keys have no extension, sources such as `id_map.py` do.
  private static boolean isKeyName(String name) {
    return name.startsWith("id_") && name.length() > "id_".length() && name.indexOf('.') < 0;
  }

  private static boolean isBelow(List<String> segments, List<String> names) {
    for (String parent : segments.subList(0, segments.size() - 1)) {
      if (KEY_DIRECTORIES.contains(parent)) {
        return names.stream().noneMatch(PUBLIC_IN_KEY_DIRECTORIES::contains);
      }
    }
    return false;
  }

  private static boolean isFile(List<String> segments, String name) {
    String directory = "/" + String.join("/", segments.subList(0, segments.size() - 1)) + "/";
    for (String file : FILES) {
      boolean all = file.endsWith(ALL);
      String ending = "/" + (all ? file.substring(0, file.length() - ALL.length() + 1) : file);
      if ((all ? directory : directory + name).endsWith(ending)) {
        return true;
      }
    }
    return false;
  }
}
