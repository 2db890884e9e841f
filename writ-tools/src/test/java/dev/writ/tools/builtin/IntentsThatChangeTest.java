// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Changes of the intents file between the declaration and a write, and the write's answer.
class IntentsThatChangeTest {
  private static final String FILE = ".orchestration/active_intents.yaml";

  @TempDir Path directory;

  record Case(String name, Change change, String code) {
    @Override
    public String toString() {
      return name;
    }
  }

  @FunctionalInterface
  interface Change {
    void to(Door door) throws IOException, InterruptedException;
  }

  private static String intents(String... more) {
    return """
        active_intents:
          - id: INT-001
            name: Sources
            status: active
            owned_scope: ["src/**", "*.md"]
        """
        + String.join("", more);
  }

  static Stream<Case> edited() {
    return Stream.of(
        new Case("nothing", _ -> {}, "ok"),
        new Case(
            "paused",
            d -> d.file(FILE, intents().replace("active\n", "paused\n")),
            "INTENT_NOT_ACTIVE"),
        new Case(
            "done",
            d -> d.file(FILE, intents().replace("active\n", "done\n")),
            "INTENT_NOT_ACTIVE"),
        new Case(
            "renamed",
            d -> d.file(FILE, intents().replace("INT-001", "INT-002")),
            "UNKNOWN_INTENT"),
        new Case(
            "narrowed",
            d -> d.file(FILE, intents().replace("src/**", "lib/**")),
            "SCOPE_VIOLATION"),
        new Case(
            "excluded",
            d -> d.file(FILE, intents().replace("\"src/**\"", "\"src/**\", \"!src/new*\"")),
            "SCOPE_VIOLATION"),
        new Case("emptied", d -> d.file(FILE, ""), "UNKNOWN_INTENT"),
        new Case("only comments", d -> d.file(FILE, "# nothing\n"), "UNKNOWN_INTENT"),
        new Case("malformed", d -> d.file(FILE, "active_intents: ["), "INTENTS_INVALID"),
        new Case(
            "a check that is none",
            d -> d.file(FILE, intents("    checks: ['a $(b)']\n")),
            "INTENTS_INVALID"));
  }

  static Stream<Case> replaced() {
    return Stream.of(
        new Case(
            "UTF-16",
            d -> d.file(FILE, intents().getBytes(StandardCharsets.UTF_16)),
            "INTENTS_INVALID"),
        new Case("NUL", d -> d.file(FILE, "\0"), "INTENTS_INVALID"),
        new Case("10 MB", d -> d.file(FILE, "# " + "x".repeat(10_000_000)), "INTENTS_INVALID"),
        new Case("deleted", d -> Files.delete(d.root.resolve(FILE)), "INTENTS_INVALID"),
        new Case(
            "a link",
            d -> {
              Files.move(d.root.resolve(FILE), d.root.resolve("real.yaml"));
              Files.createSymbolicLink(d.root.resolve(FILE), d.root.resolve("real.yaml"));
            },
            "INTENTS_INVALID"),
        new Case(
            "a dangling link",
            d -> {
              Files.delete(d.root.resolve(FILE));
              Files.createSymbolicLink(d.root.resolve(FILE), Path.of("nowhere"));
            },
            "INTENTS_INVALID"),
        new Case(
            "a directory",
            d -> {
              Files.delete(d.root.resolve(FILE));
              Files.createDirectory(d.root.resolve(FILE));
            },
            "INTENTS_INVALID"),
        new Case(
            "a pipe",
            d -> {
              Files.delete(d.root.resolve(FILE));
              new ProcessBuilder("mkfifo", d.root.resolve(FILE).toString()).start().waitFor();
            },
            "INTENTS_INVALID"),
        new Case(
            "a linked directory",
            d -> {
              Files.move(d.root.resolve(".orchestration"), d.root.resolve("elsewhere"));
              Files.createSymbolicLink(d.root.resolve(".orchestration"), Path.of("elsewhere"));
            },
            "INTENTS_INVALID"));
  }

  @ParameterizedTest
  @MethodSource({"edited", "replaced"})
  void aFileThatChangesInATurnCountsAsItIsNow(Case one) throws Exception {
    try (Door door = Door.in(directory)) {
      door.file(FILE, intents());
      assertThat(door.code("select_active_intent", "intent", "CODE", "intent_id", "INT-001"))
          .isEqualTo("ok");
      one.change().to(door);
      assertThat(door.code("write_file", "path", "src/new.txt", "content", "x"))
          .isEqualTo(one.code());
      assertThat(Files.exists(door.root.resolve("src/new.txt"))).isEqualTo(one.code().equals("ok"));
    }
  }
}
