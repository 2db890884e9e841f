// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.workflow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ContentHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A repository in which a person works.
///
/// @param home the person's home directory
record WorkflowRepository(Path root, Path home) {
  private static final Pattern ID = Pattern.compile("\\b[0-9a-f]{7,40}\\b");
  private static final Pattern COMMIT = Pattern.compile("^[0-9a-f]{40}(?= )", Pattern.MULTILINE);
  private static final Pattern OWN = Pattern.compile("(! )?\\.(writ|orchestration)[/ ].*");

  /// Files of Git's that must be the same byte for byte.
  private static final Set<String> OBEYED =
      Set.of(".git/HEAD", ".git/config", ".git/config.worktree");

  /// Where Writ looks for programs, too.
  private static final String PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

  private static final long SECONDS = 100;

  /// The first commits. With the dates fixed, their ids are the same everywhere.
  private static final String BEGIN =
      """
      set -e
      export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000'
      git init -q
      printf '/.writ/\\n/.orchestration/\\n' >> .git/info/exclude
      printf '*.o\\n*.class\\nbuild/\\nnode_modules/\\ntarget/\\n__pycache__/\\n' > .gitignore
      mkdir src lib
      for i in 1 2 3 4 5; do echo "int f$i(void) { return $i; }" > src/f$i.c; done
      echo 'int main(void) { return 0; }' > src/main.c
      printf 'build/app: src/main.o src/f1.o\\n\\tmkdir -p build && gcc $^ -o $@\\n' > Makefile
      printf '%%.o: %%.c\\n\\tgcc -c $< -o $@\\n' >> Makefile
      printf '#!/bin/sh\\necho ran\\n' > run.sh; chmod +x run.sh
      echo one > a.txt; echo two > b.txt; git add -A; git commit -qm first; git branch topic
      echo three >> a.txt; git commit -qam second
      git switch -q topic; echo four >> b.txt; git commit -qam third; git switch -q main
      touch -d 2020-01-01 src/* Makefile
      """;

  /// What Git tells; the ids of commits first.
  private static final String STATE =
      """
      git log --all --reflog --format='%H %T %s %p'
      git status --porcelain=v2 --branch --ignored --show-stash -uall
      git ls-files -s -t
      git for-each-ref --format='%(refname) %(objecttype) %(tree) %(*tree) %(subject)'
      git reflog show --all --format='%gD %gs %T'
      """;

  /// How a command line ended.
  record Ended(int exit, String told) {}

  WorkflowRepository begin() throws IOException, InterruptedException {
    assertThat(run(BEGIN)).extracting(Ended::exit).isEqualTo(0);
    return this;
  }

  /// Runs a command line in a plain shell.
  Ended run(String line) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", line).directory(root.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.matches("EDITOR|VISUAL|GIT_.*"));
    environment.put("HOME", home.toString());
    environment.put("PATH", PATH);
    environment.put("TERM", "dumb"); // no editor
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_OPTIONAL_LOCKS", "0"); // a look writes no index
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as(line).isTrue();
    return new Ended(process.exitValue(), told);
  }

  /// What it is like: what Git tells, and every place of its tree and of Git's own but objects. Its
  /// path and the ids of commits, which the clock decides, are written alike everywhere. A set:
  /// Git sorts by times, and what is done twice within a second is one commit.
  Set<String> picture() throws IOException, InterruptedException {
    String told = run(STATE).told;
    Set<String> commits =
        COMMIT.matcher(told).results().map(MatchResult::group).collect(Collectors.toSet());
    UnaryOperator<String> alike =
        text ->
            ID.matcher(text.replace(root.toString(), "ROOT"))
                .replaceAll(id -> isOf(commits, id.group()) ? "COMMIT" : id.group());
    Set<String> picture = new TreeSet<>(alike.apply(told).lines().toList());
    try (Stream<Path> all = Files.walk(root)) {
      for (Path place : (Iterable<Path>) all::iterator) {
        String name = root.relativize(place).toString();
        if (!name.contains(".git/objects/")) {
          picture.add(name + " " + state(place, name, alike));
        }
      }
    }
    picture.removeIf(line -> OWN.matcher(line).lookingAt());
    return picture;
  }

  private static boolean isOf(Set<String> commits, String id) {
    return commits.contains(id)
        || (id.length() < 40 && commits.stream().anyMatch(commit -> commit.startsWith(id)));
  }

  private static String state(Path place, String name, UnaryOperator<String> alike)
      throws IOException {
    String mode =
        Integer.toOctalString((int) Files.getAttribute(place, "unix:mode", NOFOLLOW_LINKS));
    if (Files.isSymbolicLink(place)) {
      return mode + " " + alike.apply(Files.readSymbolicLink(place).toString());
    }
    boolean isTold = name.contains(".git/") && !OBEYED.contains(name);
    return Files.isDirectory(place) || isTold
        ? mode
        : mode + " " + ContentHash.of(alike.apply(Files.readString(place, ISO_8859_1)));
  }
}
