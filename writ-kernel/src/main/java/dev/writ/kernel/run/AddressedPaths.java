// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.run;

import dev.writ.command.language.SystemProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The paths that the words of an invocation without a pack may address: each word, the value of
/// each option in any form, and the parts of such a value.
final class AddressedPaths {
  /// `--name=VALUE`, `--name:VALUE` and `-name=VALUE`, and `NAME=VALUE` as `dd` takes it.
  /// Properties such as `-Dname=VALUE` are for the program's program, and some options take text
  /// or name what is left out.
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(?s)(?:--?(?!D)(?![\\w-]*(?:grep|author|args|pattern|regexp?|message|title|match|exclude"
              + "|ignore|skip|format|filter|query|jq|body|description|text|comment|subject)[=:])[\\w.-]+(?:=|:(?!//))|\\w+=)(.*)");

  /// An option, whose value is in the next word or nowhere, or is of no interest.
  private static final Pattern UNASSIGNED = Pattern.compile("(?s)--.*|-[\\w-]+=.*|-D.*");

  /// `-xVALUE`.
  private static final Pattern ATTACHED = Pattern.compile("(?s)-[A-Za-z0-9](.+)");

  /// A value after several letters, as in `-xzf../a.tgz`: the start of the value in `-Isrc/etc` is
  /// ambiguous, so only the usual directories of a system are recognised.
  private static final Pattern BUNDLED =
      Pattern.compile(
          "(?s)-(?:[A-Za-z]{2,}((?:\\.\\./|\\.\\.$|~/|@|\\.(?=[a-z])).*)"
              + "|(?:[A-Za-z]{2,3}|[A-Za-z&&[^AEIOUaeiou]]{4,5}|include|isystem|iquote|idirafter|imacros)"
              + "(/(?:etc|root|proc|sys|home|Users|boot)(?:/.*)?))");

  private static final Pattern ADDRESS =
      Pattern.compile("(?s)@?(?:(?i:file)://(?:localhost)?)?(.*)");

  /// The separators of values with several parts: `type=bind,src=/a,dst=/b`, `a:/b`.
  private static final Pattern PARTS = Pattern.compile("[,:;=|@\"'\\[\\]{}]");

  /// `file:///PATH` within a word.
  private static final Pattern FILE =
      Pattern.compile("(?i)\\bfile:(?://(?:localhost)?)?(/[^\\s,;|\"']*)");

  /// The forms in which network programs send or open files: `name@PATH`, `name=<PATH`,
  /// `OPEN:PATH`.
  private static final Pattern SENT =
      Pattern.compile(
          "(?:[@<]|(?i:file|open|gopen|create|unix[\\w-]*):)((?:/|~/|\\.\\./)[^\\s,;|\"']*)");

  /// Programs for which what stands behind a colon lies on another machine.
  private static final Set<String> REMOTE =
      Set.of(
          "scp",
          "sftp",
          "ssh",
          "rsync",
          "sshfs",
          "mosh",
          "rclone",
          "unison",
          "gsutil",
          "gcloud",
          "aws",
          "az",
          "s3cmd",
          "docker",
          "podman",
          "nerdctl",
          "kubectl",
          "oc",
          "lxc",
          "incus",
          "vagrant",
          "multipass",
          "adb",
          "mount",
          "git");

  /// Programs whose short option `e` takes a script.
  private static final Set<String> SCRIPTED =
      Set.of("sed", "gsed", "perl", "ruby", "grep", "egrep", "fgrep", "rg", "ag", "ack", "node");

  private static final Pattern SCRIPT = Pattern.compile("(?s)-[A-Za-z0-9]*[eE].*");

  /// Programs for which a slash behind an option is what divides fields.
  private static final Set<String> DIVIDING =
      Set.of("cut", "sort", "join", "paste", "column", "xargs", "awk", "gawk", "mawk", "nawk");

  /// Programs that take lists of places.
  private static final Set<String> LISTING =
      Set.of("java", "javac", "javap", "javadoc", "jshell", "kotlinc", "scalac", "groovy");

  /// `w /path` and `r /path` of sed.
  private static final Pattern SED =
      Pattern.compile("(?:^|[;{}\\n\\d$/gp,|#] *)[rRwW] *((?:/|~/|\\.\\./)[^\\n;}]+)");

  /// `> "/path"` and `< "/path"` of awk.
  private static final Pattern AWK = Pattern.compile("[<>] *\"((?:/|~/|\\.\\./)[^\"]+)\"");

  /// A word in a text of commands or SQL.
  private static final Pattern TOKEN = Pattern.compile("[^\\s'\"`(),;=|]{2,}");

  private AddressedPaths() {}

  /// The paths that the arguments may address, as written in them.
  static List<String> paths(List<String> argv) {
    String program = SystemProgram.name(argv.getFirst());
    List<String> paths = new ArrayList<>();
    for (String word : argv.subList(1, argv.size())) {
      add(program, word, paths);
    }
    paths.addAll(inFilters(program, argv));
    paths.addAll(sent(argv));
    return paths;
  }

  private static void add(String program, String word, List<String> paths) {
    Matcher assigned = ASSIGNED.matcher(word);
    if (assigned.matches() && (word.startsWith("-") || !SCRIPTED.contains(program))) {
      addValue(assigned.group(1), paths);
    } else if (!word.startsWith("-")) {
      paths.add(word);
      addAddress(word, paths);
      addList(program, word, paths);
    } else if (!UNASSIGNED.matcher(word).matches()) {
      addAttached(program, word, paths);
    }
  }

  private static void addAttached(String program, String word, List<String> paths) {
    boolean isScript = SCRIPTED.contains(program) && SCRIPT.matcher(word).matches();
    boolean divides = DIVIDING.contains(program) && word.length() == 3 && word.endsWith("/");
    if (isScript || divides) {
      return;
    }
    Matcher attached = ATTACHED.matcher(word);
    if (attached.matches()) {
      addValue(attached.group(1), paths);
    }
    Matcher bundled = BUNDLED.matcher(word);
    if (bundled.matches()) {
      addValue(bundled.group(1) == null ? bundled.group(2) : bundled.group(1), paths);
    }
  }

  private static void addValue(String value, List<String> paths) {
    addAddress(value, paths);
    if (!value.contains("://")) {
      addPart(value, paths);
      String[] parts = PARTS.split(value, -1);
      if (parts.length > 1) {
        for (String part : parts) {
          addPart(part, paths);
        }
      }
    }
  }

  private static void addPart(String value, List<String> paths) {
    if (!value.isEmpty() && !SystemFiles.isPlace(value)) {
      paths.add(value);
    }
  }

  /// The places behind a prefix, such as `concat:/PATH` and `label:@/PATH`, and the further ones of
  /// a list such as a class path.
  private static void addList(String program, String word, List<String> paths) {
    if (word.contains("://") || word.contains(" ")) {
      return;
    }
    boolean isList = word.contains(":../") || LISTING.contains(program);
    boolean prefixes = !DIVIDING.contains(program) && !SCRIPTED.contains(program);
    for (String part : PARTS.split(word, -1)) {
      if (isList || (prefixes && !REMOTE.contains(program) && leadsOut(part))) {
        addPart(part, paths);
      }
    }
  }

  /// The file that a word addresses, as in `@FILE`, `file:///PATH`.
  private static void addAddress(String word, List<String> paths) {
    Matcher address = ADDRESS.matcher(word);
    if (address.matches() && address.start(1) > 0 && address.group(1).length() > 0) {
      paths.add(address.group(1));
    }
    FILE.matcher(word).results().forEach(found -> paths.add(found.group(1)));
  }

  /// The files that the words of a program that reaches the network send or open, whatever its pack
  /// says of them.
  static List<String> sent(List<String> argv) {
    return matches(SENT, argv);
  }

  /// The paths that scripts among the words of editors and database shells may address: every word
  /// in them.
  static List<String> inScripts(List<String> argv) {
    Pattern pattern =
        switch (SystemProgram.name(argv.getFirst())) {
          case "sqlite3",
              "sqlite",
              "duckdb",
              "psql",
              "mysql",
              "mariadb",
              "vim",
              "vi",
              "nvim",
              "ex" ->
              TOKEN;
          default -> null;
        };
    return matches(pattern, argv);
  }

  /// The paths out of the workspace in the scripts among the words of sed and awk.
  private static List<String> inFilters(String program, List<String> argv) {
    Pattern pattern =
        switch (program) {
          case "sed", "gsed" -> SED;
          case "awk", "gawk", "mawk", "nawk" -> AWK;
          default -> null;
        };
    return matches(pattern, argv);
  }

  private static List<String> matches(@Nullable Pattern pattern, List<String> argv) {
    if (pattern == null) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    for (String word : argv.subList(1, argv.size())) {
      Matcher matcher = pattern.matcher(word);
      while (matcher.find()) {
        found.add(matcher.group(matcher.groupCount()).strip());
      }
    }
    return found;
  }

  /// Whether a word says by itself that it leads out of where a command runs.
  static boolean leadsOut(String word) {
    return word.startsWith("/")
        || word.startsWith("~")
        || word.equals("..")
        || word.startsWith("../")
        || word.contains("/../")
        || word.endsWith("/..");
  }
}
