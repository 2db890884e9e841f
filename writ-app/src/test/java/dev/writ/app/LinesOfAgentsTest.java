// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Command lines that agents really send, each in a project of its ecosystem after `writ init`,
/// with the verdict that a careful engineer expects. The shares may only become better.
class LinesOfAgentsTest {
  private static final Path TABLE = Path.of("src/test/resources/dev/writ/app/lines-of-agents.txt");
  private static final String NEWLINE = "␤";

  /// Of a thousand lines that should run unasked, how many do at least. The goal is 920.
  private static final int LEAST_RUN = 975;

  /// Of a thousand lines that should run unasked, how many are denied at most. The goal is 20.
  private static final int MOST_DENIED = 20;

  /// How many lines run unasked that should not, at most. The goal is none.
  private static final int MOST_LET_THROUGH = 0;

  /// The files of each project besides the common ones.
  private static final Map<String, List<String>> PROJECTS =
      Map.of(
          "node", List.of("package.json", "tsconfig.json", "src/cart.js", "test/cart.test.js"),
          "python", List.of("pyproject.toml", "requirements.txt", "app.py", "tests/test_cart.py"),
          "rust", List.of("Cargo.toml", "src/main.rs"),
          "go", List.of("go.mod", "main.go", "pkg/cart/cart.go"),
          "jvm", List.of("pom.xml", "mvnw", "gradlew", "build.gradle", "src/Main.java"),
          "c", List.of("Makefile", "CMakeLists.txt", "src/main.c", "main.c"),
          "cloud", List.of("Dockerfile", "docker-compose.yml", "main.tf", "k8s/dev.yaml"),
          "git", List.of("fix.patch", "dist/app.js"),
          "shell", List.of("package.json", "data.csv", "run.sh", "a.txt"));

  private static final List<String> EVERYWHERE =
      List.of(
          "README.md",
          ".gitignore",
          "src/app.js",
          "src/old.js",
          "test/app.test.js",
          "scripts/build.sh",
          "scripts/lint.sh",
          "scripts/run_tests.sh",
          "docs/index.md",
          "notes.txt",
          "config.json",
          ".env",
          ".git/HEAD",
          ".git/objects/info/packs",
          ".git/refs/heads/main");

  /// @param expected `+` runs unasked, `?` asks, `-` is denied, `*` runs until it wants a host
  private record Row(String ecosystem, char expected, String line) {}

  /// How the lines of an ecosystem came out.
  private static final class Shares {
    private final int[] counts = new int[5];

    void add(Row row, String verdict) {
      boolean runs = verdict.equals("allow");
      if (row.expected() == '+') {
        counts[runs ? 0 : verdict.equals("confirm") ? 1 : 2]++;
      } else if (row.expected() != '*') {
        counts[runs ? 3 : 4]++;
      }
    }

    void add(Shares other) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] += other.counts[i];
      }
    }

    int should() {
      return counts[0] + counts[1] + counts[2];
    }

    int perThousand(int index) {
      return counts[index] * 1000 / Math.max(1, should());
    }

    String row(String name) {
      return "%-8s %4d should run: %5.1f %% run, %5.1f %% ask, %5.1f %% denied; %3d should not: %d run"
          .formatted(
              name,
              should(),
              perThousand(0) / 10.0,
              perThousand(1) / 10.0,
              perThousand(2) / 10.0,
              counts[3] + counts[4],
              counts[3]);
    }
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    String ecosystem = "";
    for (String line : Files.readAllLines(TABLE, StandardCharsets.UTF_8)) {
      if (line.startsWith("== ")) {
        ecosystem = line.substring(3, line.indexOf(':'));
      } else if (!ecosystem.isEmpty()) {
        rows.add(new Row(ecosystem, line.charAt(0), line.substring(2).replace(NEWLINE, "\n")));
      }
    }
    return rows;
  }

  @Test
  void whatShouldRunUnaskedDoesAndWhatShouldNotDoesNot() throws IOException {
    List<Row> rows = rows();
    Map<String, Shares> shares = new LinkedHashMap<>();
    Shares all = new Shares();
    List<String> wrong = new ArrayList<>();
    for (String ecosystem : rows.stream().map(Row::ecosystem).distinct().toList()) {
      Shares own = new Shares();
      List<Row> those = rows.stream().filter(row -> row.ecosystem().equals(ecosystem)).toList();
      List<Json.Obj> answers = answers(ecosystem, those);
      for (int i = 0; i < those.size(); i++) {
        String verdict = answers.get(i).text("verdict").orElse("");
        own.add(those.get(i), verdict);
        if (verdict.equals("allow") == ("?-".indexOf(those.get(i).expected()) >= 0)) {
          wrong.add(wrong(those.get(i), answers.get(i)));
        }
      }
      shares.put(ecosystem, own);
      all.add(own);
    }
    StringBuilder table = new StringBuilder();
    shares.forEach((name, own) -> table.append(own.row(name)).append('\n'));
    System.out.println(table + all.row("all"));
    if (Boolean.getBoolean("wrong")) {
      wrong.forEach(System.out::println);
    }

    assertThat(rows).hasSizeGreaterThan(600).doesNotHaveDuplicates();
    assertThat(all.perThousand(0)).as(table.toString()).isGreaterThanOrEqualTo(LEAST_RUN);
    assertThat(all.perThousand(2)).as(table.toString()).isLessThanOrEqualTo(MOST_DENIED);
    assertThat(all.counts[3]).as(String.join("\n", wrong)).isLessThanOrEqualTo(MOST_LET_THROUGH);
  }

  private static String wrong(Row row, Json.Obj answer) {
    return row.expected()
        + " "
        + row.ecosystem()
        + " "
        + answer.text("verdict").orElse("")
        + ": "
        + row.line().replace("\n", NEWLINE)
        + " => "
        + answer.get("reasons").map(Json::write).orElse("");
  }

  private static List<Json.Obj> answers(String ecosystem, List<Row> rows) throws IOException {
    StringBuilder questions = new StringBuilder();
    for (Row row : rows) {
      questions.append(
          Json.object()
              .put("command", row.line())
              .put("mode", "restricted_autonomous")
              .build()
              .write());
      questions.append('\n');
    }
    try (Desk desk = new Desk()) {
      List<String> files = new ArrayList<>(EVERYWHERE);
      files.addAll(PROJECTS.getOrDefault(ecosystem, List.of()));
      for (String file : files) {
        Path path = desk.workspace.path(file);
        Files.createDirectories(path.resolveSibling("."));
        Files.writeString(path, file.equals(".git/HEAD") ? "ref: refs/heads/main\n" : "x\n");
      }
      assertThat(desk.writ("init", "--yes").exit()).isEqualTo(ExitCode.DONE);
      Desk.Ran ran = desk.input(questions.toString()).writ("policy", "check", "--batch");
      assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
      return ran.lines();
    }
  }
}
