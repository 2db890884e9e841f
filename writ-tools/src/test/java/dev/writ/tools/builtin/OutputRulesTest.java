// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// People's ignore files, as they were before the command, decide which files need no record.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class OutputRulesTest {
  @Parameter String sandbox = "";

  @TempDir Path directory;

  /// A command exempts nothing from its own records.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo '*' > .gitignore; echo x > hidden.txt",
        "echo '*.txt' >> .gitignore; echo x > hidden.txt",
        "mkdir n; echo '*' > n/.gitignore; echo x > n/hidden.txt",
        "echo hidden.txt > src/.gitignore; echo x > src/hidden.txt",
        "echo '*' >> .git/info/exclude; echo x > hidden.txt",
        "mv out outer; echo x > outer/hidden.txt",
        "printf '[core]\\n\\texcludesFile = ../mine\\n' >> .git/config; echo '*' > mine; echo x >"
            + " hidden.txt",
      })
  void whatTheCommandIgnoresIsRecorded(String script) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);

      Scripts.sh(door, script);

      assertThat(Scripts.told(door)).anyMatch(line -> line.endsWith("hidden.txt"));
      Scripts.sh(door, "echo more > second.txt");
      assertThat(Scripts.told(door)).contains("create second.txt");
    }
  }

  /// Nor does the model by a tool or by an earlier command, also in a later session.
  @Test
  void whatTheModelIgnoresIsRecorded() throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      door.seen(".gitignore", "out/\n*.log\n");
      assertThat(
              door.code(
                  "edit_file", "path", ".gitignore", "old_text", "out/", "new_text", "out/\n*.h"))
          .isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/.gitignore", "content", "*\n"))
          .isEqualTo("ok");

      Scripts.sh(
          door, "echo x > a.h; echo x > src/b.txt; echo x > out/c.txt; echo '*.k' >> .gitignore");
      Scripts.sh(door, "echo x > d.k; echo x > e.log");

      assertThat(Scripts.told(door))
          .contains("create a.h", "create src/b.txt", "create d.k")
          .doesNotContain("create out/c.txt", "create e.log");
    }
    try (Door door = Scripts.door(directory, sandbox)) {
      Scripts.sh(door, "echo x > later.k; echo x > later.log");
      assertThat(Scripts.told(door)).contains("create later.k").doesNotContain("create later.log");
      Files.writeString(door.root.resolve(".gitignore"), "*.k\n"); // a person adopts it
      Scripts.sh(door, "echo x > last.k");
      assertThat(Scripts.told(door)).doesNotContain("create last.k");
    }
  }
}
