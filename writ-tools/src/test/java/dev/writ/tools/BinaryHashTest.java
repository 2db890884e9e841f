// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ContentHash;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A receipt says which programs a line runs: by their content, not only by their place.
class BinaryHashTest {
  @TempDir Path directory;

  private static Json.Obj hashes(Door door) throws JsonException {
    String receipt =
        door.audit()
            .lines()
            .filter(line -> line.contains("\"type\":\"receipt\""))
            .reduce((_, second) -> second)
            .orElseThrow();
    return JsonReader.readObject(receipt)
        .object("circumstances")
        .object("command")
        .object("binary_hashes");
  }

  private static Map<String, Json> expected(String... programs) throws IOException {
    Map<String, Json> all = new java.util.TreeMap<>();
    for (String program : programs) {
      Path real = Path.of(program).toRealPath();
      all.put(real.toString(), Json.of(ContentHash.of(Files.readAllBytes(real))));
    }
    return all;
  }

  @Test
  void eachProgramIsInTheReceiptWithItsHash() throws JsonException, IOException {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "a\n");
      assertThat(door.code("run_command", "command", "cat a.txt | head -n 1")).isEqualTo("ok");
      assertThat(hashes(door).members()).isEqualTo(expected("/usr/bin/cat", "/usr/bin/head"));
      door.code("run_command", "command", "/usr/bin/cat a.txt");
      assertThat(hashes(door).members()).isEqualTo(expected("/usr/bin/cat"));
      door.code("run_command", "command", "nosuchprogram a.txt");
      assertThat(hashes(door).members()).isEmpty();
    }
  }

  @Test
  void anotherProgramAtThePlaceHasAnotherHash() throws JsonException, IOException {
    Path home = directory.resolve("home");
    Path tool = home.resolve(".local/bin/mytool");
    Files.createDirectories(tool.getParent());
    for (String text : List.of("#!/bin/sh\necho 1\n", "#!/bin/sh\necho 2\n")) {
      Files.writeString(tool, text);
      assertThat(tool.toFile().setExecutable(true)).isTrue();
      try (Door door =
          Door.in(directory, setup -> setup.environment = Map.of("HOME", home.toString()))) {
        door.code("run_command", "command", "mytool");
        assertThat(hashes(door).members()).isEqualTo(expected(tool.toString()));
      }
    }
  }

  @Test
  void aHashIsComputedOnceForAFileAndItsLastChange() throws IOException {
    Path store = directory.resolve("data/programs.jsonl");
    for (int i = 0; i < 3; i++) {
      try (Door door = Door.in(directory, setup -> setup.session = "S-" + setup.hashCode())) {
        door.file("a.txt", "a\n");
        door.code("run_command", "command", "cat a.txt");
        door.code("run_command", "command", "cat a.txt");
        assertThat(Files.readAllLines(store)).hasSize(1);
      }
    }
    Files.writeString(store, "no json\n");
    try (Door door = Door.in(directory, setup -> setup.session = "S-last")) {
      assertThat(door.code("run_command", "command", "cat a.txt")).isEqualTo("ok");
    }
  }
}
