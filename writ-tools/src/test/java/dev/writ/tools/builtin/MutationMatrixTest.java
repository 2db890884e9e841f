// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.tool.CallAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Like [GateMatrixTest], for what changes more than the content of one file: patches, deletes,
/// moves and directories. The table is `mutation-matrix.txt`, a case a line.
public class MutationMatrixTest {
  @TempDir Path directory;

  static Stream<List<String>> cases() throws IOException {
    return table("mutation-matrix.txt");
  }

  /// The lines of a table with its cells.
  static Stream<List<String>> table(String name) throws IOException {
    return raw(name).map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList());
  }

  /// The lines of a table but for comments, with Java's Unicode escapes read.
  static Stream<String> raw(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(MutationMatrixTest.class.getResourceAsStream(name), name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).map(MutationMatrixTest::unescaped);
    }
  }

  private static String unescaped(String line) {
    String text =
        Pattern.compile("\\\\u([0-9a-f]{4})")
            .matcher(line)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        Character.toString((char) Integer.parseInt(found.group(1), 16))));
    return text.replace("\\0", "\0")
        .replace("\\t", "\t")
        .replace("\\r", "\r")
        .replace("\\\\", "\\");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aCallAnswersWhatTheTableSays(List<String> row) throws Exception {
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.mode = Door.mode(row.get(1));
              setup.execution = Door.execution(row.get(2));
              setup.approver = GateMatrixTest.approver(row.get(5));
              setup.blocked = List.of(directory.resolve("root/ssh"));
            })) {
      GateMatrixTest.state(door, row.get(4));
      GateMatrixTest.declare(door, row.get(3));
      String before = content(door);

      CallAnswer answer = call(door, row.getFirst());

      assertThat(Door.code(answer)).isEqualTo(row.getLast());
      boolean done = row.getLast().equals("ok");
      if (!done) {
        assertThat(content(door)).isEqualTo(before);
        assertThat(answer.ledger()).isEmpty();
      }
      assertThat(door.audit()).contains(done ? "allow" : row.getLast());
    }
  }

  private static final String UPDATE = "*** Update File: src/a.txt\n@@\n-old\n+new\n";

  private static CallAnswer patch(Door door, String body) {
    return door.call("apply_patch", "patch", "*** Begin Patch\n" + body + "*** End Patch\n");
  }

  static CallAnswer call(Door door, String call) {
    String path = "src/a.txt";
    return switch (call) {
      case "patch" -> patch(door, UPDATE);
      case "upatch" ->
          door.call(
              "apply_patch",
              "patch",
              "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-old\n+new\n");
      case "pmove" -> patch(door, UPDATE.replace("@@", "*** Move to: src/b.txt\n@@"));
      case "pdel" -> patch(door, "*** Delete File: src/a.txt\n");
      case "padd" -> patch(door, "*** Add File: src/a.txt\n+new\n");
      case "pmiss" -> patch(door, UPDATE.replace("-old", "-zzz"));
      case "phalf" -> patch(door, "*** Add File: src/n.txt\n+n\n" + UPDATE.replace("-old", "-zz"));
      case "pbad" -> door.call("apply_patch", "patch", "*** Begin Patch\n" + UPDATE);
      case "delete" -> door.call("delete_path", "path", path);
      case "move" -> door.call("move_path", "from", path, "to", "src/b.txt");
      case "mover" -> door.call("move_path", "from", path, "to", "other.txt");
      case "moveon" -> door.call("move_path", "from", path, "to", "docs/b.txt");
      case "movein" -> door.call("move_path", "from", "src", "to", "src/deeper/src");
      case "mkdir" -> door.call("create_directory", "path", "src/made/deep");
      case "mkfile" -> door.call("create_directory", "path", path);
      case "diff" -> door.call("diff_files", "path1", path, "path2", "other.txt");
      case "diffenv" -> door.call("diff_files", "path1", "src/.env", "path2", "other.txt");
      case "delenv" -> door.call("delete_path", "path", "src/.env");
      case "mvenv" -> door.call("move_path", "from", "src/.env", "to", "src/plain.txt");
      default -> guarded(door, call.substring(0, call.length() - 3), call);
    };
  }

  private static CallAnswer guarded(Door door, String use, String call) {
    String path =
        switch (call.substring(call.length() - 3)) {
          case "out" -> "../x.txt";
          case "git" -> ".git/hooks/x";
          case "ssh" -> "ssh/x";
          default -> throw new IllegalArgumentException(call);
        };
    return switch (use) {
      case "del" -> door.call("delete_path", "path", path, "recursive", true);
      case "mvf" -> door.call("move_path", "from", path, "to", "src/b.txt");
      case "mvt" -> door.call("move_path", "from", "src/a.txt", "to", path);
      case "mk" -> door.call("create_directory", "path", path);
      case "pa" -> patch(door, UPDATE + "*** Add File: " + path + "\n+x\n");
      case "pu" -> patch(door, UPDATE.replace("src/a.txt", path));
      case "pd" -> patch(door, UPDATE + "*** Delete File: " + path + "\n");
      case "pm" -> patch(door, UPDATE.replace("@@", "*** Move to: " + path + "\n@@"));
      default -> throw new IllegalArgumentException(call);
    };
  }

  /// Everything in the workspace but the records.
  public static String content(Door door) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> paths = Files.walk(door.root)) {
      for (Path path : paths.sorted().toList()) {
        String name = door.root.relativize(path).toString();
        if (!name.startsWith(".writ") && !name.startsWith(".orchestration")) {
          all.append(name).append(Files.isRegularFile(path) ? ":" + Files.readString(path) : "/");
          all.append('\n');
        }
      }
    }
    return all.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"patch", "pmove", "pdel", "delete", "move", "mkdir"})
  void aDryRunChangesNothing(String call) throws Exception {
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.course = GovernancePolicy.ExecutionCourse.DRY_RUN;
              setup.approver = GateMatrixTest.approver("yes");
            })) {
      door.file("src/a.txt", "old\n");
      assertThat(door.code("read_file", "path", "src/a.txt")).isEqualTo("ok");
      String before = content(door);

      CallAnswer answer = call(door, call);

      // In a dry run the read before didn't happen either.
      boolean unseen = Set.of("patch", "pmove").contains(call);
      assertThat(Door.code(answer)).isEqualTo(unseen ? "FILE_NOT_SEEN" : "ok");
      assertThat(answer.ledger()).isEmpty();
      assertThat(content(door)).isEqualTo(before);
    }
  }

  @Test
  void requireConfirmationOfDeletesAsksForThemOnly() {
    try (Door door = Door.in(directory, setup -> setup.confirm = Set.of("delete"))) {
      door.seen("src/a.txt", "old\n");

      assertThat(Door.code(call(door, "delete"))).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(Door.code(call(door, "pdel"))).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(Door.code(call(door, "patch"))).isEqualTo("ok");
      assertThat(Door.code(call(door, "move"))).isEqualTo("ok");
    }
  }
}
