// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.ContainmentTest;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every name of `containment.txt` through every use that a file tool makes of a path. Files
/// outside remain unchanged, and so do files inside if a call is refused.
class FileContainmentTest {
  private static final String SECRET = "the secret outside";

  /// The uses: read, write, create_directory, delete_path, move_path from and to, a patch that
  /// adds, updates and moves there.
  private static final List<String> USES =
      List.of("read", "write", "mkdir", "delete", "from", "to", "add", "update", "patchto");

  /// The answers for a class of names, in the order of the uses; one word for all of them.
  private static final Map<String, String> ANSWERS =
      Map.ofEntries(
          Map.entry("OUT", "PATH_OUTSIDE_WORKSPACE"),
          Map.entry(
              "LINKOUT",
              "PATH_OUTSIDE_WORKSPACE PATH_OUTSIDE_WORKSPACE PATH_OUTSIDE_WORKSPACE NOT_A_FILE"
                  + " NOT_A_FILE NOT_A_FILE PATH_OUTSIDE_WORKSPACE PATH_OUTSIDE_WORKSPACE"
                  + " NOT_A_FILE"),
          Map.entry(
              "LOOP",
              "IO_ERROR IO_ERROR IO_ERROR NOT_A_FILE NOT_A_FILE NOT_A_FILE IO_ERROR IO_ERROR"
                  + " NOT_A_FILE"),
          Map.entry("INLOOP", "IO_ERROR"),
          Map.entry("BAD", "INVALID_ARGUMENTS"),
          Map.entry("LONGNAME", "IO_ERROR"),
          Map.entry("PROT", "* PROTECTED_PATH"),
          Map.entry("ROOT", "* PROTECTED_PATH"),
          Map.entry("BLOCK", "BLOCKED_PATH"),
          Map.entry("NOTDIR", "NOT_A_FILE"),
          Map.entry("NOWHERE", "FILE_NOT_FOUND"),
          Map.entry("KIND", "NOT_A_FILE"),
          Map.entry("LINKKIND", "NOT_A_FILE"),
          Map.entry(
              "NEW", "FILE_NOT_FOUND ok ok FILE_NOT_FOUND FILE_NOT_FOUND ok ok FILE_NOT_FOUND ok"),
          Map.entry("NEWPATHONLY", "FILE_NOT_FOUND ok ok FILE_NOT_FOUND FILE_NOT_FOUND ok - - -"));

  @TempDir Path directory;

  /// A name with the uses that are tried one after the other, and what each answers.
  record Case(String name, List<String> uses, List<String> answers) {}

  static Stream<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    MutationMatrixTest.raw("containment.txt").forEach(line -> add(line, cases));
    return cases.stream();
  }

  private static void add(String line, List<Case> cases) {
    int bar = line.lastIndexOf(" | ");
    String name = line.substring(0, bar);
    String kind = line.substring(bar + 3);
    List<String> answers =
        Arrays.asList(Objects.requireNonNull(ANSWERS.get(kind), kind).split(" "));
    List<String> uses = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < USES.size(); i++) {
      boolean any = answers.getFirst().equals("*");
      String answer =
          any && i > 0 ? answers.getLast() : answers.get(Math.min(i, answers.size() - 1));
      boolean unsayable = i >= 6 && (name.contains("$EMPTY") || name.indexOf('\r') >= 0);
      if (!answer.equals("-") && !unsayable) {
        uses.add(USES.get(i));
        expected.add(answer);
      }
    }
    if (!expected.contains("ok")) {
      cases.add(new Case(name, uses, expected)); // nothing changes in between
      return;
    }
    for (int i = 0; i < uses.size(); i++) {
      cases.add(new Case(name, List.of(uses.get(i)), List.of(expected.get(i))));
    }
  }

  @Test
  void thereAreEnoughCases() throws IOException {
    assertThat(cases().mapToInt(one -> one.uses().size()).sum()).isGreaterThan(1500);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aNameLeadsWhereTheTableSays(Case one) throws Exception {
    try (Door door = door();
        ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      String name = expanded(one.name(), door);
      tree(door);
      if (name.contains("pipe")) {
        ContainmentTest.fifo(door.root.resolve("pipe"));
      }
      if (name.equals("socket")) {
        socket.bind(UnixDomainSocketAddress.of(door.root.resolve("socket")));
      }
      for (int i = 0; i < one.uses().size(); i++) {
        check(door, name, one.uses().get(i), one.answers().get(i));
      }
    }
  }

  private void check(Door door, String name, String use, String expected) throws IOException {
    String outside = outside();
    String inside = listing(door.root);

    CallAnswer callAnswer = use(door, use, name);

    String code = Door.code(callAnswer);
    if (expected.equals("*")) {
      assertThat(code).isNotEqualTo("INTERNAL_ERROR");
    } else {
      assertThat(code).as(use + ": " + callAnswer.result().content()).isEqualTo(expected);
    }
    assertThat(callAnswer.result().content()).doesNotContain(SECRET);
    if (!code.equals("ok")) {
      assertThat(listing(door.root)).isEqualTo(inside);
      assertThat(callAnswer.ledger()).isEmpty();
    }
    assertThat(outside()).isEqualTo(outside);
  }

  private String outside() throws IOException {
    return listing(directory.resolve("outside")) + listing(directory.resolve("root-evil"));
  }

  private static CallAnswer use(Door door, String use, String name) {
    return switch (use) {
      case "read" -> door.call("read_file", "path", name);
      case "write" -> door.call("write_file", "path", name, "content", "w\n");
      case "mkdir" -> door.call("create_directory", "path", name);
      case "delete" -> door.call("delete_path", "path", name, "recursive", true);
      case "from" -> door.call("move_path", "from", name, "to", "moved-here");
      case "to" -> door.call("move_path", "from", "plain.txt", "to", name);
      case "add" -> patch(door, "*** Add File: " + name + "\n+x\n");
      case "update" -> patch(door, "*** Update File: " + name + "\n@@\n-x\n+y\n");
      case "patchto" -> patch(door, "*** Update File: plain.txt\n*** Move to: " + name + "\n");
      default -> throw new IllegalArgumentException(use);
    };
  }

  private static CallAnswer patch(Door door, String body) {
    return door.call(
        "apply_patch",
        "patch",
        "*** Begin Patch\n*** Add File: beside.txt\n+b\n" + body + "*** End Patch\n");
  }

  private Door door() {
    return Door.in(
        directory,
        setup -> {
          setup.blocked = List.of(directory.resolve("root/ssh"), directory.resolve("root/gone"));
          setup.approver = question -> new Approver.Answer.Yes(question.digest());
        });
  }

  private static String expanded(String name, Door door) {
    return name.replace("$EMPTY", "")
        .replace("$LONGER", "d/".repeat(2500))
        .replace("$LONG", "x".repeat(5000))
        .replace("$NAME256", "n".repeat(256))
        .replace("$LF", "\n")
        .replace("$ROOT", door.root.toString())
        .replace("$OUT", door.root.resolveSibling("outside").toString())
        .replace("$EVIL", door.root.resolveSibling("root-evil").toString());
  }

  private void tree(Door door) throws IOException {
    for (String beside : List.of("outside", "root-evil")) {
      Path path = Files.createDirectory(directory.resolve(beside));
      Files.writeString(path.resolve("secret.txt"), SECRET);
    }
    Files.createDirectory(directory.resolve("outside/sub"));
    door.file("plain.txt", "plain\n");
    door.file("in.txt", "in\n");
    door.file("dir/sub/b.txt", "b\n");
    door.file(".git/HEAD", "ref: refs/heads/main\n");
    door.file("worktree/.git", "gitdir: ../elsewhere\n");
    door.file("mod/.git/HEAD", "ref: refs/heads/main\n");
    door.file("ssh/id", SECRET);
    Files.createLink(door.root.resolve("hard-link"), door.root.resolve("in.txt"));
    String[][] links = {
      {"link-dir", "dir"},
      {"link-deep", "dir/sub"},
      {"link-out", "../outside/secret.txt"},
      {"link-out-dir", "../outside"},
      {"link-git", ".git"},
      {"link-ssh", "ssh"},
      {"link-pipe", "pipe"},
      {"dir/up", "../.."},
      {"chain1", "chain2"},
      {"chain2", "./dir/../link-out"},
      {"chain-dir", "link-out-dir"},
      {"abs-out", door.root + "/../outside/secret.txt"},
      {"abs-dir-out", door.root + "/../outside"},
      {"dangling-out", "../outside/none.txt"},
      {"to-etc", "/etc"},
      {"to-dev", "/dev"},
      {"to-proc", "/proc"},
      {"loop1", "loop2"},
      {"loop2", "loop1"},
      {"self", "self"},
    };
    for (String[] link : links) {
      Files.createSymbolicLink(door.root.resolve(link[0]), Path.of(link[1]));
    }
  }

  /// Names, kinds and contents below a directory, but for the records.
  static String listing(Path root) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted().toList()) {
        String name = root.relativize(path).toString();
        if (name.startsWith(".writ") || name.startsWith(".orchestration")) {
          continue;
        }
        all.append(name).append(' ');
        if (Files.isSymbolicLink(path)) {
          all.append("-> ").append(Files.readSymbolicLink(path));
        } else if (Files.isRegularFile(path)) {
          all.append(Files.readString(path, StandardCharsets.ISO_8859_1));
        }
        all.append('\n');
      }
    }
    return all.toString();
  }
}
