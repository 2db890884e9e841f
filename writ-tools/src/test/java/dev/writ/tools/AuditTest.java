// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonReader;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.verify.VerificationReport;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing happens without a receipt and without a record, and neither can be forged.
class AuditTest {
  private static final String TOKEN = "ghp_" + "a".repeat(36);
  private static final String CREDENTIAL = "correct-horse-battery";

  @TempDir Path directory;

  @Test
  void inv9NothingHappensWithoutAReceipt() throws IOException {
    Files.createDirectories(directory.resolve("data/audit.jsonl"));
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "old\n");

      assertThat(door.code("write_file", "path", "b.txt", "content", "x"))
          .isEqualTo("AUDIT_UNAVAILABLE");
      assertThat(door.root.resolve("b.txt")).doesNotExist();
      assertThat(door.code("read_file", "path", "a.txt")).isEqualTo("AUDIT_UNAVAILABLE");
      assertThat(door.code("run_command", "program", "pwd")).isEqualTo("AUDIT_UNAVAILABLE");
      assertThat(door.code("select_active_intent", "intent", "CODE"))
          .isEqualTo("AUDIT_UNAVAILABLE");
      assertThat(door.code("no_such_tool")).isEqualTo("AUDIT_UNAVAILABLE");
      assertThat(door.code("read_file", "path", "../x")).isEqualTo("AUDIT_UNAVAILABLE");
      assertThat(door.root.resolve(".writ")).doesNotExist();
      assertThat(door.root.resolve(".orchestration")).doesNotExist();
    }
  }

  @Test
  void aDenialThatCantBeShownToPeopleIsUnavailable() throws IOException {
    Files.createDirectories(directory.resolve("data/audit.log"));
    try (Door door = Door.in(directory)) {
      assertThat(door.code("read_file", "path", "../x")).isEqualTo("AUDIT_UNAVAILABLE");
    }
  }

  @Test
  void aDataDirectoryThatIsAFileIsUnavailable() throws IOException {
    Files.writeString(directory.resolve("data"), "");
    try (Door door = Door.in(directory)) {
      assertThat(door.code("write_file", "path", "b.txt", "content", "x"))
          .isEqualTo("AUDIT_UNAVAILABLE");
      assertThat(door.root.resolve("b.txt")).doesNotExist();
    }
  }

  @Test
  void aFullDiskStopsEverything() throws Exception {
    Path data = Files.createDirectories(directory.resolve("data"));
    assumeThat(mount(data)).as("a file system of one's own needs root").isTrue();
    try (Door door = Door.in(directory)) {
      assertThat(door.code("write_file", "path", "a.txt", "content", "x")).isEqualTo("ok");
      fill(data.resolve("ballast"));

      List<String> codes = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        codes.add(door.code("write_file", "path", "f" + i + ".txt", "content", "x"));
      }

      assertThat(codes).last().isEqualTo("AUDIT_UNAVAILABLE");
      for (int i = 0; i < codes.size(); i++) {
        assertThat(Files.exists(door.root.resolve("f" + i + ".txt")))
            .isEqualTo(codes.get(i).equals("ok"));
      }
      Files.delete(data.resolve("ballast"));
      assertThat(door.code("write_file", "path", "z.txt", "content", "x")).isEqualTo("ok");
      assertThat(door.governor.audit().unreadable()).isEmpty();
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    } finally {
      new ProcessBuilder("umount", "-l", data.toString()).start().waitFor(10, TimeUnit.SECONDS);
    }
  }

  private static boolean mount(Path at) throws Exception {
    try {
      Process mount =
          new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", at.toString())
              .redirectErrorStream(true)
              .start();
      return mount.waitFor(10, TimeUnit.SECONDS) && mount.exitValue() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static void fill(Path file) throws IOException {
    byte[] page = new byte[4096];
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(page);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("space");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "directory", "link", "second name"})
  void aFileStaysAsItIsWhereItsRecordCantBeWritten(String what) throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "old\n");
      Path records = door.root.resolve(".orchestration");
      switch (what) {
        case "file" -> Files.writeString(records, "");
        case "directory" -> Files.createDirectories(records.resolve("agent_trace.jsonl"));
        case "second name" -> {
          Files.createDirectory(records);
          Path target = Files.writeString(directory.resolve("elsewhere"), "");
          Files.createLink(records.resolve("agent_trace.jsonl"), target);
        }
        default -> {
          Files.createDirectory(records);
          Path target = Files.writeString(directory.resolve("elsewhere"), "");
          Files.createSymbolicLink(records.resolve("agent_trace.jsonl"), target);
        }
      }

      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "new\n");

      assertThat(Door.code(answer)).isEqualTo("IO_ERROR");
      assertThat(door.read("a.txt")).isEqualTo("old\n");
      assertThat(answer.ledger()).isEmpty();
      assertThat(door.audit()).contains("IO_ERROR");
      assertThat(door.governor.audit().open()).isEmpty();
      Path elsewhere = directory.resolve("elsewhere");
      assertThat(!Files.exists(elsewhere) || Files.size(elsewhere) == 0).isTrue();
    }
  }

  @Test
  void theReceiptStandsBeforeTheEffect() {
    List<String> auditWhenAsked = new ArrayList<>();
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.execution = ExecutionMode.INTERACTIVE;
              setup.approver = question -> new Approver.Answer.Yes(question.digest());
            })) {
      door.call("write_file", "path", "a.txt", "content", "x");

      List<String> lines = door.audit().lines().toList();
      auditWhenAsked.addAll(lines);
      assertThat(lines).hasSize(2);
      assertThat(lines.getFirst())
          .contains("\"type\":\"receipt\"")
          .contains("\"verdict\":\"allow\"");
      assertThat(lines.getLast()).contains("\"type\":\"outcome\"").contains("\"code\":\"ok\"");
    }
    assertThat(auditWhenAsked).isNotEmpty();
  }

  @Test
  void aDryRunPerformsNothingAndLeavesNoReceiptOpen() throws IOException {
    try (Door door =
        Door.in(
            directory,
            setup ->
                setup.course = dev.writ.kernel.session.GovernancePolicy.ExecutionCourse.DRY_RUN)) {
      door.file("a.txt", "old\n");

      CallAnswer write = door.call("write_file", "path", "b.txt", "content", "x");
      CallAnswer run = door.call("run_command", "program", "cat", "args", List.of("a.txt"));

      assertThat(Door.code(write)).isEqualTo("ok");
      assertThat(write.result().content()).contains("Dry run").contains("create b.txt");
      assertThat(run.result().content()).contains("Dry run").doesNotContain("old");
      assertThat(door.root.resolve("b.txt")).doesNotExist();
      assertThat(door.root.resolve(".writ")).doesNotExist();
      assertThat(door.governor.audit().open()).isEmpty();
      assertThat(door.code("read_file", "path", "../x")).isEqualTo("PATH_OUTSIDE_WORKSPACE");
    }
  }

  @Test
  void linesForPeopleCantBeForged() throws IOException {
    String evil = "x\n2025-01-15T10:30:45Z | /home | rm -rf / | exit:0 | 0.001s";
    try (Door door = Door.in(directory)) {
      door.call("run_command", "program", "echo", "args", List.of(evil, "a|b", "\u001b[2J\u202e"));
      door.call("read_file", "path", "../" + evil);
      door.call(evil);

      List<String> lines = Files.readAllLines(door.data.resolve("audit.log"));
      assertThat(lines).hasSize(3);
      assertThat(lines)
          .allMatch(line -> line.split("(?<!\\\\)\\|", -1).length == 5)
          .noneMatch(line -> line.chars().anyMatch(c -> c < ' ' || c == 0x202e));
      assertThat(lines.getFirst()).contains("exit:0").contains("a\\|b").contains("\\n2025");
      assertThat(lines.get(1)).contains("denied:PATH_OUTSIDE_WORKSPACE");
      assertThat(lines.getLast()).contains("denied:UNKNOWN_TOOL");
      assertThat(door.audit().lines())
          .allSatisfy(
              line -> assertThatCode(() -> JsonReader.readObject(line)).doesNotThrowAnyException());
    }
  }

  @Test
  void theFilesArePrivate() throws IOException {
    try (Door door = Door.in(directory)) {
      door.call("run_command", "program", "pwd");

      assertThat(Files.getPosixFilePermissions(door.data))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      for (String name : List.of("audit.jsonl", "audit.log")) {
        assertThat(Files.getPosixFilePermissions(door.data.resolve(name)))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  @Test
  void inv14SecretsNeverReachTheModelTheAuditOrAnError() {
    try (Door door =
        Door.in(directory, setup -> setup.credentials = List.of("correct-horse", CREDENTIAL))) {
      door.file("a.txt", "token " + TOKEN + "\npassword " + CREDENTIAL + "\n");

      assertThat(door.text("read_file", "path", "a.txt"))
          .contains(SecretMasker.MASK)
          .doesNotContain(TOKEN)
          .doesNotContain("battery");
      assertThat(door.text("search_files", "pattern", "token|password")).doesNotContain(TOKEN);
      assertThat(door.text("run_command", "program", "cat", "args", List.of("a.txt")))
          .doesNotContain(TOKEN);
      assertThat(door.text("read_file", "path", "missing-" + TOKEN)).doesNotContain(TOKEN);
      assertThat(door.text("read_file", "path", "../" + CREDENTIAL)).doesNotContain(CREDENTIAL);
      door.call("run_command", "program", "echo", "args", List.of(CREDENTIAL, TOKEN));
      door.call("tool-" + TOKEN);
      assertThat(door.audit()).doesNotContain(TOKEN).doesNotContain("battery");
      assertThat(door.data.resolve("audit.log"))
          .content()
          .doesNotContain(TOKEN)
          .doesNotContain("battery");
    }
  }

  @Test
  void inv14AnEditThatContainsAMaskIsRefused() {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "token " + TOKEN + "\n");
      String escaped = SecretMasker.MASK.replace("«", "\\u00ab").replace("»", "\\u00bb");

      assertThat(door.code("write_file", "path", "a.txt", "content", "token " + SecretMasker.MASK))
          .isEqualTo("INVALID_ARGUMENTS");
      CallAnswer hidden =
          door.raw("write_file", "{\"path\":\"a.txt\",\"content\":\"token " + escaped + "\"}");
      assertThat(Door.code(hidden)).isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.read("a.txt")).contains(TOKEN);
    }
  }

  @Test
  void aReceiptWithoutOutcomeIsFound() throws Exception {
    try (Door door = Door.in(directory)) {
      door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(door.governor.audit().open()).isEmpty();
      Path log = door.data.resolve("audit.jsonl");
      List<String> lines = Files.readAllLines(log);
      Files.write(log, lines.subList(0, lines.size() - 1));

      String id = JsonReader.readObject(lines.getFirst()).text("id").orElseThrow();
      assertThat(door.governor.audit().open()).containsExactly(id);
    }
  }

  @Test
  void theLedgerIsVerifiedAgainstTheAudit() throws IOException {
    try (Door door = Door.in(directory)) {
      door.call("write_file", "path", "a.txt", "content", "one\n");
      door.call("write_file", "path", "a.txt", "content", "two\n");
      assertThat(door.governor.verify()).isEqualTo(new VerificationReport.Sound(2, 1, false));

      Path ledger = door.root.resolve(".orchestration/agent_trace.jsonl");
      List<String> lines = Files.readAllLines(ledger);
      Files.writeString(ledger, lines.getFirst() + "\n");
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.BrokenLedger.class);
      Files.delete(ledger);
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.BrokenLedger.class);
    }
  }

  @Test
  void inv11EveryMutationLeavesARecordWithItsIntentContributorAndHashes() throws Exception {
    try (Door door = Door.in(directory)) {
      door.intents();
      door.call("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
      CallAnswer answer = door.call("write_file", "path", "src/a.txt", "content", "one\ntwo\n");

      Json.Obj record = JsonReader.readObject(door.governor.ledger().strip());
      assertThat(record.text("intent_id")).contains("INT-001");
      assertThat(record.text("id")).contains(answer.ledger().getFirst().id());
      Json.Obj parent = (Json.Obj) record.items("files").getFirst();
      assertThat(parent.text("relative_path")).contains("src");
      assertThat(parent.isTrue("directory")).isTrue();
      Json.Obj file = (Json.Obj) record.items("files").getLast();
      assertThat(file.text("relative_path")).contains("src/a.txt");
      assertThat(file.text("change")).contains("create");
      assertThat(file.text("before_hash")).isEmpty();
      assertThat(file.text("after_hash").orElseThrow()).startsWith("sha256:");
      Json.Obj conversation = (Json.Obj) file.items("conversations").getFirst();
      assertThat(conversation.object("contributor").text("entity_type")).contains("ai");
      assertThat(conversation.object("contributor").text("model_identifier"))
          .contains("test/model");
    }
  }

  @Test
  void aCallWhileTheThreadIsInterruptedDoesNotBreakTheRecords() throws Exception {
    try (Door door = Door.in(directory)) {
      assertThat(door.code("write_file", "path", "a.txt", "content", "x")).isEqualTo("ok");
      ToolCall call = new ToolCall("c", "write_file", "{\"path\":\"b.txt\",\"content\":\"x\"}");
      Thread.currentThread().interrupt();
      try {
        door.governor.gate().call(call, door.state, door.origin());
      } catch (InterruptedException _) {
        // One of the two ways in which an abort may end.
      } finally {
        Thread.interrupted();
      }

      assertThat(door.code("write_file", "path", "c.txt", "content", "x")).isEqualTo("ok");
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  @Test
  void sessionsOfOneProcessShareTheRecords() throws Exception {
    try (Door one = Door.in(directory, setup -> setup.session = "S-1");
        Door two = Door.in(directory, setup -> setup.session = "S-2")) {
      List<String> codes = java.util.Collections.synchronizedList(new ArrayList<>());
      List<Thread> threads = new ArrayList<>();
      for (Door door : List.of(one, two)) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 0; i < 25; i++) {
                        String path = door.state.session() + "-" + i + ".txt";
                        codes.add(door.code("write_file", "path", path, "content", "x"));
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }

      assertThat(codes).hasSize(50).containsOnly("ok");
      assertThat(one.governor.verify()).isEqualTo(new VerificationReport.Sound(50, 2, false));
    }
  }
}
