// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonReader;
import dev.writ.records.verify.VerificationReport;
import dev.writ.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Processes that change the same files at the same time, each through a door of its own: whatever
/// was answered with success is in the files, and every record verifies. With `-Dlong=true` there
/// are 20 of them for a minute.
@Tag("slow")
class ManyWritersTest {
  private static final boolean LONG = Boolean.getBoolean("long");
  private static final int PROCESSES = LONG ? 20 : 4;
  private static final String ROUNDS = LONG ? "1000000" : "12";
  private static final String SECONDS = LONG ? "60" : "100";

  @TempDir Path directory;

  @Test
  @Timeout(600)
  void noUpdateIsLost() throws Exception {
    Path root = Files.createDirectories(directory.resolve("root/src"));
    for (int file = 0; file < ManyWriter.FILES; file++) {
      Files.writeString(root.resolve("f" + file + ".txt"), ManyWriter.file());
    }
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(started("W-" + i));
      }
      for (int i = 0; i < PROCESSES; i++) {
        assertThat(processes.get(i).waitFor(540, TimeUnit.SECONDS)).isTrue();
        String output = Files.readString(directory.resolve("output-W-" + i));
        assertThat(processes.get(i).exitValue()).as(output).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    Map<String, Long> counted = new TreeMap<>();
    Map<String, Long> answers = new TreeMap<>();
    for (int i = 0; i < PROCESSES; i++) {
      Json.Obj told = JsonReader.readObject(Files.readString(directory.resolve("told-W-" + i)));
      add(told.object("counted"), counted);
      add(told.object("answers"), answers);
    }
    System.out.println(PROCESSES + " processes: " + answers);
    assertThat(values(root)).isEqualTo(counted);
    assertThat(answers).doesNotContainKey("INTERNAL_ERROR");
    // A rebased edit may stand on lines that other processes changed since they were read.
    assertThat(answers.keySet())
        .isSubsetOf("ok", "rebased", "STALE_FILE", "EDIT_NOT_FOUND", "PATCH_FAILED");
    try (Door door = Door.in(directory, setup -> setup.session = "S-after")) {
      assertThat(door.governor.verify())
          .isInstanceOfSatisfying(
              VerificationReport.Sound.class,
              sound -> assertThat((long) sound.records()).isEqualTo(answers.get("ok")));
      assertThat(door.governor.audit().open()).isEmpty();
      assertThat(root.resolveSibling(".writ/objects/tmp")).isEmptyDirectory();
    }
  }

  private static void add(Json.Obj counts, Map<String, Long> to) {
    counts.members().keySet().forEach(k -> to.merge(k, counts.number(k).orElseThrow(), Long::sum));
  }

  /// The content of the slots, except those without a count.
  private static Map<String, Long> values(Path root) throws IOException {
    Map<String, Long> values = new TreeMap<>();
    for (int file = 0; file < ManyWriter.FILES; file++) {
      String name = "src/f" + file + ".txt";
      for (String line : Files.readAllLines(root.resolve("f" + file + ".txt"))) {
        int sign = line.indexOf(" = ");
        if (sign > 0 && !line.endsWith(" = 0")) {
          String slot = name + " " + line.substring(0, sign);
          values.put(slot, Long.parseLong(line.substring(sign + 3)));
        }
      }
    }
    return values;
  }

  private Process started(String name) throws IOException {
    return JavaProcess.of(ManyWriter.class, directory.toString(), name, ROUNDS, SECONDS)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("output-" + name).toFile())
        .start();
  }
}
