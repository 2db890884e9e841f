// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs opaque scripts behind a door, and checks their effects.
public final class Scripts {
  private Scripts() {}

  /// In the scope of the intents and, like a build's, out of the way of what is compared.
  public static final String SCRIPT = "script.txt";

  public static final ActOrigin PERSON =
      new ActOrigin("S-1", 99, 9, new ActOrigin.Contributor.Human());

  public static Door door(Path directory) {
    return Door.in(directory, setup -> setup.approver = q -> new Approver.Answer.Yes(q.digest()));
  }

  /// The same with that sandbox.
  public static Door door(Path directory, String sandbox) {
    return Door.in(
        directory,
        setup -> {
          setup.approver = q -> new Approver.Answer.Yes(q.digest());
          setup.rules = Door.under(sandbox);
        });
  }

  /// Runs an opaque script, with the person's consent.
  public static CallAnswer sh(Door door, String script) {
    door.file(SCRIPT, script);
    CallAnswer answer = door.call("run_command", "program", "sh", "args", List.of(SCRIPT));
    assertThat(Door.code(answer))
        .as(answer.result().content())
        .isIn("ok", "SCOPE_VIOLATION", "PROTECTED_PATH", "STALE_FILE");
    return answer;
  }

  public static void declare(Door door, String intent) {
    assertThat(door.code("select_active_intent", "intent", "CODE", "intent_id", intent))
        .isEqualTo("ok");
  }

  public static String git(Door door, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=T", "-c"));
    command.add("user.email=t@example.org");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(door.root.toFile());
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  public static void repository(Door door) throws Exception {
    git(door, "init", "-q");
    git(door, "add", "-A");
    git(door, "commit", "-q", "-m", "first");
  }

  public static List<RecordedChange> files(Door door) throws IOException {
    return TraceRecord.readable(door.governor.ledger()).stream()
        .flatMap(record -> record.files().stream())
        .toList();
  }

  public static List<String> told(Door door) throws IOException {
    return files(door).stream().map(file -> file.kind() + " " + file.path()).sorted().toList();
  }

  public static void undoAll(Door door) throws IOException {
    assertThat(door.governor.undo().undo(new Selection.BySession("S-1"), PERSON, false))
        .isNotEmpty()
        .hasOnlyElementsOfType(Undone.Restored.class);
    assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
  }
}
