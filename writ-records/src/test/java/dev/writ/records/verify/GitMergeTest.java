// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import static dev.writ.records.change.Samples.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.change.Samples;
import dev.writ.records.ledger.Ledger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Git's effects on a committed ledger.
class GitMergeTest {
  @TempDir Path directory;

  private void git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a"));
    command.addAll(List.of("-c", "user.email=a@b", "-c", "commit.gpgsign=false"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_CONFIG_SYSTEM", "/dev/null");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private Path file() {
    return directory.resolve("ledger.jsonl");
  }

  private void session(String name, int records) throws IOException {
    Ledger ledger = Samples.ledger(file(), name.hashCode());
    for (int i = 0; i < records; i++) {
      ledger.append(entry(name, i));
    }
    ledger.close();
  }

  private void committed(String message) throws IOException, InterruptedException {
    git("add", ".");
    git("commit", "-qm", message);
  }

  private VerificationReport verified() throws IOException {
    return VerificationReport.of(Files.readAllBytes(file()), Map.of());
  }

  @Test
  void theLedgersOfTwoBranchesMergeAndVerify() throws Exception {
    git("init", "-q", "-b", "main");
    Files.writeString(directory.resolve(".gitattributes"), "*.jsonl merge=union -text\n");
    session("common", 2);
    committed("common");
    git("checkout", "-qb", "branch");
    session("one", 3);
    committed("one");
    git("checkout", "-q", "main");
    session("two", 4);
    session("three", 1);
    committed("two");
    git("merge", "-q", "-m", "merged", "branch");

    assertThat(verified()).isEqualTo(new VerificationReport.Sound(10, 4, false));
    session("after", 1);
    assertThat(verified()).isEqualTo(new VerificationReport.Sound(11, 5, false));
  }

  @Test
  void aSessionThatGoesOnThroughCheckoutsAndAMergeVerifies() throws Exception {
    git("init", "-q", "-b", "main");
    Files.writeString(directory.resolve(".gitattributes"), "*.jsonl merge=union -text\n");
    Ledger ledger = Samples.ledger(file(), 1);
    ledger.append(entry("w", 1));
    committed("common");
    git("checkout", "-qb", "branch");
    ledger.append(entry("w", 2));
    committed("on the branch");
    git("checkout", "-q", "main");
    ledger.append(entry("w", 3));
    committed("on main");
    git("merge", "-q", "-m", "merged", "branch");
    ledger.append(entry("w", 4));
    ledger.close();

    assertThat(verified()).isEqualTo(new VerificationReport.Sound(4, 2, false));
  }

  @Test
  void lineEndsThatGitConvertedAreFoundAndExplained() throws Exception {
    git("init", "-q", "-b", "main");
    session("w", 3);
    committed("with LF");
    Files.delete(file());
    git("-c", "core.autocrlf=true", "checkout", "-q", "--", "ledger.jsonl");

    assertThat(verified())
        .isInstanceOfSatisfying(
            VerificationReport.BrokenLedger.class,
            broken -> {
              assertThat(broken.line()).isEqualTo(1);
              assertThat(broken.problem()).contains("CR LF", ".gitattributes");
            });

    Files.writeString(directory.resolve(".gitattributes"), "*.jsonl merge=union -text\n");
    Files.delete(file());
    git("-c", "core.autocrlf=true", "checkout", "-q", "--", "ledger.jsonl");
    assertThat(verified()).isEqualTo(new VerificationReport.Sound(3, 1, false));
  }
}
