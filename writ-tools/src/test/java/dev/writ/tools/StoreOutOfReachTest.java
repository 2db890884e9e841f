// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// What Writ keeps of old contents is nobody's to read, and holds no secret file.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class StoreOutOfReachTest {
  @Parameter String sandbox = "";

  @TempDir Path directory;

  /// Landlock can't hide a part of a directory that may be read (docs/threats.md).
  @Test
  void noProgramReadsIt() {
    assumeThat(sandbox).isEqualTo("namespaces");
    try (Door door = Scripts.door(directory, sandbox)) {
      door.seen("a.txt", "zebra7quartz9velvet\n");
      assertThat(door.code("write_file", "path", "a.txt", "content", "new\n")).isEqualTo("ok");
      String said =
          Scripts.sh(
                  door,
                  "find .writ -type f -exec cat {} +; cat .writ/objects/*/*; grep -r quartz .")
              .result()
              .content();
      assertThat(said).doesNotContain("zebra7");
    }
  }

  @Test
  void nobodyReadsThatOfAProjectBelow() {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.file("svc/.writ/objects/ab/cdef", "zebra7quartz9velvet\n");
      door.file("svc/a.txt", "a\n");
      assertThat(door.code("read_file", "path", "svc/.writ/objects/ab/cdef"))
          .isEqualTo("BLOCKED_PATH");
      assertThat(door.call("search_files", "pattern", "quartz").result().content())
          .doesNotContain("zebra7");
      if (sandbox.equals("namespaces")) {
        String read = "cd svc && rev .writ/objects/*/*; cd .. && cat svc/.writ/objects/ab/cdef";
        for (String line : List.of(read, "grep -r quartz .", "mv svc other; grep -r quartz .")) {
          assertThat(Scripts.sh(door, line).result().content())
              .doesNotContain("zebra7")
              .doesNotContain("7arbez");
        }
      }
    }
  }

  @Test
  void noToolListsOrSearchesIt() {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.seen("a.txt", "zebra7quartz9velvet\n");
      assertThat(door.code("write_file", "path", "a.txt", "content", "new\n")).isEqualTo("ok");
      String objects = ".writ/objects";
      assertThat(door.code("list_files", "path", objects)).isEqualTo("BLOCKED_PATH");
      assertThat(door.code("search_files", "pattern", "zebra7", "path", objects))
          .isEqualTo("BLOCKED_PATH");
      assertThat(door.text("list_files", "path", ".writ")).doesNotContain(objects);
      for (String pattern : List.of("**", "**/*", ".writ/**", "**/objects/**")) {
        String listed = door.text("list_files", "pattern", pattern, "include_ignored", true);
        assertThat(listed).as(pattern).doesNotContain(".writ/objects");
      }
      assertThat(door.text("search_files", "pattern", "zebra7")).isEqualTo("No matches.");
    }
  }

  @Test
  void noSecretIsCopiedBeforeACommand() throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.file(".env", "KEY=zebra7quartz9velvet\n");
      door.file("deep/id_rsa", "zebra7quartz9velvet\n");
      door.file("deep/prod.tfvars", "zebra7quartz9velvet\n");
      door.file("plain.txt", "plain\n");
      Scripts.sh(door, "echo more >> plain.txt");
      try (Stream<Path> all = Files.walk(door.root.resolve(".writ"))) {
        List<Path> files = all.filter(Files::isRegularFile).toList();
        for (Path file : files) {
          assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain("zebra7");
        }
      }
    }
  }
}
