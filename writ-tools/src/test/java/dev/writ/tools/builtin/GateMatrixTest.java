// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.tool.CallAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The gate as a table: what each call answers in each circumstance, and that nothing happened
/// where it was refused.
class GateMatrixTest {
  @TempDir Path directory;

  /// Columns: call, mode of work, execution mode, intents file (none, INT, PLAIN = declared but not
  /// cited, KIND = only a kind), state of the file, approver, expected code.
  private static final String TABLE =
      """
      read   | code      | restricted  | none  | unseen | nobody | ok
      read   | ask       | restricted  | none  | unseen | nobody | ok
      read   | architect | restricted  | none  | unseen | nobody | ok
      read   | debug     | restricted  | none  | unseen | nobody | ok
      read   | code      | interactive | none  | unseen | nobody | ok
      read   | code      | full        | none  | unseen | nobody | ok
      read   | code      | restricted  | PLAIN | unseen | nobody | ok
      read   | code      | restricted  | KIND  | unseen | nobody | ok
      read   | code      | restricted  | BAD   | unseen | nobody | ok
      read   | code      | restricted  | none  | absent | nobody | FILE_NOT_FOUND
      list   | ask       | restricted  | PLAIN | unseen | nobody | ok
      search | ask       | restricted  | PLAIN | unseen | nobody | ok
      plan   | ask       | restricted  | PLAIN | unseen | nobody | ok
      select | ask       | restricted  | PLAIN | unseen | nobody | ok
      select | architect | interactive | PLAIN | unseen | nobody | ok
      select | code      | restricted  | BAD   | unseen | nobody | INTENTS_INVALID
      write  | code      | restricted  | none  | absent | nobody | ok
      write  | code      | restricted  | none  | seen   | nobody | ok
      write  | code      | restricted  | none  | unseen | nobody | FILE_NOT_SEEN
      write  | code      | restricted  | none  | stale  | nobody | STALE_FILE
      write  | code      | restricted  | none  | gone   | nobody | STALE_FILE
      write  | code      | restricted  | none  | dir    | nobody | NOT_A_FILE
      write  | code      | restricted  | INT   | absent | nobody | ok
      write  | code      | restricted  | INT   | seen   | nobody | ok
      write  | code      | restricted  | INT   | stale  | nobody | STALE_FILE
      write  | code      | restricted  | PLAIN | seen   | nobody | INTENT_REQUIRED
      write  | code      | restricted  | PLAIN | stale  | nobody | INTENT_REQUIRED
      write  | code      | restricted  | KIND  | seen   | nobody | INTENT_REQUIRED
      write  | code      | restricted  | BAD   | seen   | nobody | INTENTS_INVALID
      write  | code      | restricted  | OTHER | seen   | nobody | SCOPE_VIOLATION
      write  | code      | restricted  | OTHER | stale  | nobody | SCOPE_VIOLATION
      write  | code      | restricted  | READ  | seen   | nobody | TOOL_NOT_ALLOWED_FOR_INTENT
      write  | code      | restricted  | GONE  | seen   | nobody | UNKNOWN_INTENT
      write  | code      | restricted  | DONE  | seen   | nobody | INTENT_NOT_ACTIVE
      write  | ask       | restricted  | none  | absent | nobody | TOOL_NOT_ALLOWED_IN_MODE
      write  | ask       | full        | INT   | seen   | yes    | TOOL_NOT_ALLOWED_IN_MODE
      write  | architect | restricted  | INT   | seen   | nobody | TOOL_NOT_ALLOWED_IN_MODE
      write  | debug     | restricted  | INT   | seen   | nobody | TOOL_NOT_ALLOWED_IN_MODE
      write  | code      | interactive | none  | absent | nobody | APPROVAL_UNAVAILABLE
      write  | code      | interactive | none  | absent | no     | APPROVAL_REJECTED
      write  | code      | interactive | none  | absent | other  | APPROVAL_REJECTED
      write  | code      | interactive | none  | absent | throws | INTERNAL_ERROR
      write  | code      | interactive | none  | absent | yes    | ok
      write  | code      | interactive | INT   | stale  | yes    | STALE_FILE
      write  | code      | interactive | PLAIN | seen   | yes    | INTENT_REQUIRED
      write  | code      | full        | none  | absent | nobody | ok
      write  | code      | full        | PLAIN | seen   | nobody | INTENT_REQUIRED
      write  | code      | full        | none  | stale  | nobody | STALE_FILE
      edit   | code      | restricted  | none  | seen   | nobody | ok
      edit   | code      | restricted  | INT   | seen   | nobody | ok
      edit   | code      | restricted  | none  | unseen | nobody | FILE_NOT_SEEN
      edit   | code      | restricted  | none  | stale  | nobody | STALE_FILE
      edit   | code      | restricted  | none  | absent | nobody | FILE_NOT_FOUND
      edit   | code      | restricted  | none  | gone   | nobody | STALE_FILE
      edit   | code      | restricted  | none  | dir    | nobody | NOT_A_FILE
      edit   | code      | restricted  | PLAIN | unseen | nobody | INTENT_REQUIRED
      edit   | code      | interactive | none  | seen   | yes    | ok
      edit   | code      | interactive | none  | seen   | no     | APPROVAL_REJECTED
      edit   | ask       | restricted  | none  | seen   | nobody | TOOL_NOT_ALLOWED_IN_MODE
      miss   | code      | restricted  | none  | seen   | nobody | EDIT_NOT_FOUND
      miss   | code      | restricted  | none  | unseen | nobody | FILE_NOT_SEEN
      miss   | code      | restricted  | none  | stale  | nobody | STALE_FILE
      miss   | code      | restricted  | PLAIN | seen   | nobody | INTENT_REQUIRED
      miss   | code      | restricted  | OTHER | seen   | nobody | SCOPE_VIOLATION
      miss   | code      | interactive | none  | seen   | nobody | EDIT_NOT_FOUND
      secret | code      | restricted  | none  | unseen | nobody | APPROVAL_UNAVAILABLE
      secret | code      | full        | none  | unseen | nobody | APPROVAL_UNAVAILABLE
      secret | code      | interactive | none  | unseen | no     | APPROVAL_REJECTED
      secret | ask       | restricted  | PLAIN | unseen | yes    | ok
      run    | code      | restricted  | none  | unseen | nobody | ok
      run    | code      | full        | none  | unseen | nobody | ok
      run    | code      | interactive | none  | unseen | nobody | APPROVAL_UNAVAILABLE
      run    | code      | interactive | none  | unseen | yes    | ok
      run    | code      | interactive | none  | unseen | no     | APPROVAL_REJECTED
      run    | debug     | restricted  | none  | unseen | nobody | ok
      run    | ask       | restricted  | none  | unseen | nobody | TOOL_NOT_ALLOWED_IN_MODE
      run    | architect | full        | none  | unseen | yes    | TOOL_NOT_ALLOWED_IN_MODE
      run    | code      | restricted  | PLAIN | unseen | nobody | INTENT_REQUIRED
      run    | code      | restricted  | KIND  | unseen | nobody | INTENT_REQUIRED
      run    | code      | restricted  | READ  | unseen | nobody | TOOL_NOT_ALLOWED_FOR_INTENT
      run    | code      | restricted  | INT   | unseen | nobody | ok
      make   | code      | restricted  | none  | unseen | nobody | APPROVAL_UNAVAILABLE
      make   | code      | full        | none  | unseen | yes    | ok
      make   | code      | interactive | none  | unseen | yes    | ok
      writ   | code      | full        | none  | unseen | yes    | COMMAND_DENIED
      catenv | code      | restricted  | none  | unseen | nobody | APPROVAL_UNAVAILABLE
      catout | code      | full        | none  | unseen | yes    | PATH_OUTSIDE_WORKSPACE
      out    | code      | full        | none  | absent | yes    | PATH_OUTSIDE_WORKSPACE
      out    | code      | restricted  | PLAIN | absent | yes    | INTENT_REQUIRED
      out    | code      | restricted  | OTHER | absent | yes    | PATH_OUTSIDE_WORKSPACE
      git    | code      | full        | none  | absent | yes    | PROTECTED_PATH
      git    | code      | restricted  | OTHER | absent | yes    | PROTECTED_PATH
      git    | code      | restricted  | PLAIN | absent | yes    | INTENT_REQUIRED
      none   | code      | restricted  | none  | unseen | yes    | UNKNOWN_TOOL
      none   | ask       | restricted  | PLAIN | unseen | yes    | UNKNOWN_TOOL
      broken | code      | full        | none  | unseen | yes    | INVALID_ARGUMENTS
      broken | ask       | restricted  | PLAIN | unseen | yes    | INVALID_ARGUMENTS
      extra  | code      | full        | none  | unseen | yes    | INVALID_ARGUMENTS
      """;

  static Stream<List<String>> cases() {
    return TABLE.lines().map(l -> Arrays.stream(l.split("\\|")).map(String::strip).toList());
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
              setup.approver = approver(row.get(5));
            })) {
      state(door, row.get(4));
      declare(door, row.get(3));
      String before = content(door);

      CallAnswer answer = call(door, row.getFirst());

      assertThat(Door.code(answer)).isEqualTo(row.getLast());
      if (!row.getLast().equals("ok")) {
        assertThat(content(door)).isEqualTo(before);
        assertThat(answer.ledger()).isEmpty();
      }
      assertThat(door.audit()).contains(row.getLast().equals("ok") ? "allow" : row.getLast());
    }
  }

  private static CallAnswer call(Door door, String call) {
    String path = "src/a.txt";
    return switch (call) {
      case "read" -> door.call("read_file", "path", path);
      case "list" -> door.call("list_files");
      case "search" -> door.call("search_files", "pattern", "old");
      case "plan" -> door.call("update_plan", "steps", List.of());
      case "select" -> door.call("select_active_intent", "intent", "PLAN");
      case "write" -> door.call("write_file", "path", path, "content", "new\n");
      case "edit" -> door.call("edit_file", "path", path, "old_text", "old", "new_text", "new");
      case "miss" -> door.call("edit_file", "path", path, "old_text", "zzz", "new_text", "new");
      case "secret" -> door.call("read_file", "path", "src/.env");
      case "run" -> door.call("run_command", "program", "cat", "args", List.of(path));
      case "make" -> door.call("run_command", "program", "make");
      case "writ" -> door.call("run_command", "program", "writ", "args", List.of("grant"));
      case "catenv" -> door.call("run_command", "program", "cat", "args", List.of("src/.env"));
      case "catout" -> door.call("run_command", "program", "cat", "args", List.of("/etc/passwd"));
      case "out" -> door.call("write_file", "path", "../x.txt", "content", "x");
      case "git" -> door.call("write_file", "path", ".git/hooks/x", "content", "x");
      case "none" -> door.call("no_such_tool");
      case "broken" -> door.raw("write_file", "{\"path\": \"src/a.txt\", ");
      case "extra" -> door.call("read_file", "path", path, "force", true);
      default -> throw new IllegalArgumentException(call);
    };
  }

  static void state(Door door, String state) throws Exception {
    door.file("src/.env", "KEY=1\n");
    door.file("other.txt", "x\n");
    Path path = door.root.resolve("src/a.txt");
    switch (state) {
      case "absent" -> {}
      case "unseen" -> door.file("src/a.txt", "old\n");
      case "seen" -> door.seen("src/a.txt", "old\n");
      case "stale" -> {
        door.seen("src/a.txt", "old\n");
        Files.writeString(path, "old, but changed\n");
      }
      case "gone" -> {
        door.seen("src/a.txt", "old\n");
        Files.delete(path);
      }
      case "dir" -> Files.createDirectories(path);
      default -> throw new IllegalArgumentException(state);
    }
  }

  static void declare(Door door, String declaration) {
    switch (declaration) {
      case "none" -> {}
      case "BAD" -> door.file(".orchestration/active_intents.yaml", "active_intents: [");
      case "PLAIN" -> door.intents();
      case "KIND" -> select(door, "CODE", "");
      case "INT" -> select(door, "CODE", "INT-001");
      case "OTHER" -> select(door, "CODE", "INT-002");
      case "READ" -> select(door, "ANALYZE", "INT-001");
      case "GONE" -> {
        select(door, "CODE", "INT-001");
        String others = Door.INTENTS.replace("INT-001", "INT-009");
        door.file(".orchestration/active_intents.yaml", others);
      }
      case "DONE" -> {
        select(door, "CODE", "INT-001");
        String ended = Door.INTENTS.replaceFirst("status: active", "status: done");
        door.file(".orchestration/active_intents.yaml", ended);
      }
      default -> throw new IllegalArgumentException(declaration);
    }
  }

  private static void select(Door door, String kind, String id) {
    door.intents();
    CallAnswer answer = door.call("select_active_intent", "intent", kind, "intent_id", id);
    assertThat(Door.code(answer)).isEqualTo("ok");
  }

  static Approver approver(String word) {
    return switch (word) {
      case "nobody" -> Approver.nobody();
      case "yes" -> question -> new Approver.Answer.Yes(question.digest());
      case "no" -> _ -> new Approver.Answer.No("not now");
      case "other" -> _ -> new Approver.Answer.Yes("sha256:" + "0".repeat(64));
      case "throws" ->
          _ -> {
            throw new IllegalStateException("the front end broke");
          };
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static String content(Door door) throws Exception {
    Path path = door.root.resolve("src/a.txt");
    return Files.isRegularFile(path) ? Files.readString(path) : "no file";
  }

  /// Kind × tool, exhaustively, for both profiles.
  static Stream<List<String>> kinds() {
    List<String> tools =
        List.of(
            "read_file",
            "list_files",
            "search_files",
            "diff_files",
            "write_file",
            "edit_file",
            "apply_patch",
            "create_directory",
            "delete_path",
            "move_path",
            "run_command");
    return Stream.of("standard", "strict")
        .flatMap(
            profile ->
                Arrays.stream(IntentKind.values())
                    .flatMap(kind -> tools.stream().map(t -> List.of(profile, kind.name(), t))));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aKindAllowsExactlyItsTools(List<String> row) {
    boolean strict = row.getFirst().equals("strict");
    try (Door door =
        Door.in(directory, s -> s.kinds = strict ? KindTable.STRICT : KindTable.STANDARD)) {
      door.file("src/a.txt", "old\n");
      door.file("other.txt", "x\n");
      select(door, row.get(1), "INT-001");

      String code = Door.code(use(door, row.get(2)));

      if (allowed(strict, row.get(1)).contains(row.get(2))) {
        assertThat(code).isIn("ok", "FILE_NOT_SEEN", "APPROVAL_UNAVAILABLE");
      } else {
        assertThat(code).isEqualTo("TOOL_NOT_ALLOWED_FOR_INTENT");
      }
    }
  }

  private static CallAnswer use(Door door, String tool) {
    return switch (tool) {
      case "read_file" -> call(door, "read");
      case "list_files" -> call(door, "list");
      case "search_files" -> call(door, "search");
      case "write_file" -> call(door, "write");
      case "edit_file" -> call(door, "edit");
      case "apply_patch" -> MutationMatrixTest.call(door, "patch");
      case "create_directory" -> MutationMatrixTest.call(door, "mkdir");
      case "delete_path" -> MutationMatrixTest.call(door, "delete");
      case "move_path" -> MutationMatrixTest.call(door, "move");
      case "diff_files" -> MutationMatrixTest.call(door, "diff");
      default -> call(door, "run");
    };
  }

  /// Chapter 9.3, written out.
  private static Set<String> allowed(boolean strict, String kind) {
    if (strict) {
      return switch (kind) {
        case "PLAN" -> Set.of();
        case "ANALYZE", "DEBUG", "READ_FILE" -> Set.of("read_file");
        case "CODE" -> Set.of("write_file", "apply_patch");
        case "WRITE_FILE" -> Set.of("write_file");
        default -> Set.of("run_command");
      };
    }
    Set<String> allowed =
        new HashSet<>(Set.of("read_file", "list_files", "search_files", "diff_files"));
    if (Set.of("CODE", "WRITE_FILE").contains(kind)) {
      allowed.addAll(
          Set.of(
              "write_file",
              "edit_file",
              "apply_patch",
              "create_directory",
              "delete_path",
              "move_path"));
    }
    if (Set.of("CODE", "DEBUG", "EXECUTE").contains(kind)) {
      allowed.add("run_command");
    }
    return allowed;
  }

  @Test
  void strictDemandsTheHandshakeEvenForReading() {
    try (Door door = Door.in(directory, setup -> setup.kinds = KindTable.STRICT)) {
      door.file("src/a.txt", "old\n");

      assertThat(Door.code(call(door, "read"))).isEqualTo("INTENT_REQUIRED");
      assertThat(Door.code(call(door, "plan"))).isEqualTo("INTENT_REQUIRED");
    }
  }

  @Test
  void strictWithoutAnIntentsFileWorksUnderThePersonsRequest() {
    try (Door door = Door.in(directory, setup -> setup.kinds = KindTable.STRICT)) {
      assertThat(door.code("select_active_intent", "intent", "CODE")).isEqualTo("ok");

      assertThat(Door.code(call(door, "write"))).isEqualTo("ok");
    }
  }

  @Test
  void requiredIntentsAreNotReplacedByTheRequest() {
    try (Door door = Door.in(directory, setup -> setup.requireDeclared = true)) {
      assertThat(Door.code(call(door, "write"))).isEqualTo("INTENT_REQUIRED");
      assertThat(Door.code(call(door, "select"))).isEqualTo("UNKNOWN_INTENT");
    }
  }
}
