// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Whatever the project's own Markdown names is there: links, paths and classes in backticks.
class MarkdownTest {
  private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  /// `Gate`, `Effect.WritePath`, `GateTest#denies`, `Gate.call`.
  private static final Pattern TYPE =
      Pattern.compile("([A-Z]\\w*[a-z]\\w*(?:\\.[A-Z]\\w*)*)(?:[.#]([a-z]\\w*)(?:\\(.*\\))?)?");

  private static final Pattern PATH = Pattern.compile("(?:\\./)?([\\w.@-]+(?:/[\\w.@-]+)*/?)");
  private static final String FILE_NAME = ".*\\.(java|md|sh|xml|txt|(jvm|maven)\\.config)";

  @Test
  void linksLeadSomewhere() {
    List<String> wrong = new ArrayList<>();
    for (Path file : Project.markdown()) {
      Path directory = file.resolveSibling(".");
      for (String link : all(LINK, prose(file))) {
        String target = link.replaceFirst("#.*", "");
        if (!target.isEmpty()
            && !target.contains(":")
            && !Files.exists(directory.resolve(target))) {
          wrong.add(Project.relative(file) + ": " + link);
        }
      }
    }
    assertThat(Project.markdown()).hasSizeGreaterThanOrEqualTo(17);
    assertThat(wrong).isEmpty();
  }

  @Test
  void namedPathsAndClassesExist() {
    Set<String> types = new HashSet<>(Project.typeNames());
    types.addAll(Project.data("markdown-ignore.txt"));
    List<String> wrong = new ArrayList<>();
    for (Path file : Project.markdown()) {
      if (!Project.relative(file).startsWith("docs/spec/")) {
        for (String token : all(CODE, prose(file))) {
          if (!isKnown(token, types)) {
            wrong.add(Project.relative(file) + ": `" + token + "`");
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void tellsNamesFromOtherWords() {
    Set<String> types = Set.of("ArchitectureTest", "Project");
    assertThat(
            List.of(
                "ArchitectureTest",
                "Project.read",
                "pom.xml",
                "writ-kernel/src/main/java",
                "./dev check",
                "provider/model",
                "PATH",
                "--version",
                "target/writ/stamp"))
        .allMatch(token -> isKnown(token, types));
    assertThat(
            List.of(
                "Nowhere",
                "Project#gone",
                "docs/nowhere.md",
                "nowhere.md",
                "./nowhere",
                "writ-no/"))
        .noneMatch(token -> isKnown(token, types));
  }

  /// True if the token is not a name of ours, or the name of an existing thing.
  private static boolean isKnown(String token, Set<String> types) {
    var type = TYPE.matcher(token);
    if (type.matches()) {
      String name = type.group(1).substring(type.group(1).lastIndexOf('.') + 1);
      String member = type.group(2);
      return types.contains(token)
          || (types.contains(name) && (member == null || hasMember(name, member)));
    }
    var path = PATH.matcher(token.replaceFirst(" .*", ""));
    return !path.matches()
        || !looksLikeOurs(token, path.group(1))
        || Files.exists(Project.ROOT.resolve(path.group(1)))
        || Project.fileNames().contains(path.group(1));
  }

  private static boolean hasMember(String type, String member) {
    Pattern word = Pattern.compile("\\b" + member + "\\b");
    return Project.declaring(type).stream().anyMatch(text -> word.matcher(text).find());
  }

  /// A path that begins in the checkout, or that ends like a file we would have. Files that are
  /// built or written at run time do not exist yet, and Git's own files differ from clone to clone.
  private static boolean looksLikeOurs(String token, String path) {
    String first = path.replaceFirst("/.*", "");
    if (first.equals("target")
        || first.equals(".git")
        || first.startsWith(".writ")
        || first.equals(".orchestration")) {
      return false;
    }
    return token.startsWith("./")
        || (token.equals(path) && path.matches(FILE_NAME))
        || (path.contains("/")
            && (first.startsWith("writ-") || Files.exists(Project.ROOT.resolve(first))));
  }

  private static String prose(Path file) {
    return FENCE.matcher(Project.read(file)).replaceAll("");
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
  }
}
