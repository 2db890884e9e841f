// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The file that chooses a Python by a version, or by the path of a program that uv starts.
class VersionFileTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namespaces | 3.12 | ok",
        "landlock | 3.12 | ok",
        "landlock | cpython@3.13.1 | ok",
        "namespaces | pypy3.10 | ok",
        "namespaces | 3.14rc1 | ok",
        "namespaces | system | ok",
        "namespaces | ./tools/python | PROTECTED_PATH",
        "landlock | ./tools/python | PROTECTED_PATH",
        "namespaces | tools | PROTECTED_PATH",
        "namespaces | 3.12-tools | PROTECTED_PATH",
      })
  void onlyVersionsAreWrittenUnasked(String mechanism, String text, String code) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", "script.txt\nig/\n");
      Scripts.repository(door);

      CallAnswer answer =
          Scripts.sh(
              door,
              "echo '%s' > .python-version; mkdir ig; echo '%s' > ig/.python-version"
                  .formatted(text, text));

      String said = answer.result().content();
      assertThat(Door.code(answer)).as(said).isEqualTo(code);
      for (String file : List.of(".python-version", "ig/.python-version")) {
        assertThat(door.root.resolve(file).toFile().exists()).as(said).isEqualTo(code.equals("ok"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"3.12, 0", "tools/python, 1"})
  void aFileToolAsksLikewise(String text, int questions) {
    List<String> asked = new ArrayList<>();
    try (Door door =
        Door.in(
            directory,
            setup ->
                setup.approver =
                    question -> {
                      asked.addAll(
                          question.concerns().stream()
                              .map(Object::toString)
                              .filter(each -> each.contains(".python-version"))
                              .toList());
                      return new Approver.Answer.Yes(question.digest());
                    })) {
      assertThat(door.code("write_file", "path", ".python-version", "content", text + "\n"))
          .isEqualTo("ok");
      assertThat(asked).hasSize(questions);
    }
  }
}
