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

/// The files that choose a program by a version, or by a path.
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
  @CsvSource(
      delimiter = '|',
      value = {
        "namespaces | .java-version | temurin64-17.0.2",
        "landlock | .terraform-version | latest:^1.5",
        "namespaces | .sdkmanrc | java=17.0.1-tem",
        "landlock | .ruby-version | 3.3.0",
        "namespaces | .nvmrc | lts/iron",
        "landlock | .node-version | v20.1.0",
        "namespaces | .go-version | 1.22.1",
      })
  void othersVersionsAreWrittenUnaskedButNoPaths(String mechanism, String file, String version)
      throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      String start = version.substring(0, version.indexOf('=') + 1);

      assertThat(Door.code(Scripts.sh(door, "echo '%s' > %s".formatted(version, file))))
          .isEqualTo("ok");
      for (String path : List.of("../../ws/evil", "/tmp/evil", "evil/bin", "# a\n../x/evil")) {
        String line = "printf '%s%s\\n' > %s".formatted(start, path, file);
        assertThat(Door.code(Scripts.sh(door, line))).as(line).isEqualTo("PROTECTED_PATH");
      }
      assertThat(door.root.resolve(file)).hasContent(version + "\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    ".python-version, 3.12, 0",
    ".python-version, tools/python, 1",
    ".Java-Version, 17, 0",
    ".Java-Version, ../../../ws/evil, 1",
    ".sdkmanrc, java=../../../ws/evil, 1",
    ".perl-version, 5.36.0, 0",
    ".terraform-version, ../evil, 1",
    ".nvmrc, '# see https://nodejs.org\n20', 0",
  })
  void aFileToolAsksLikewise(String file, String text, int questions) {
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
                              .filter(each -> each.contains(file + " is obeyed by"))
                              .toList());
                      return new Approver.Answer.Yes(question.digest());
                    })) {
      assertThat(door.code("write_file", "path", file, "content", text + "\n")).isEqualTo("ok");
      assertThat(asked).hasSize(questions);
      assertThat(door.code("delete_path", "path", file)).isEqualTo("ok");
      assertThat(asked).hasSize(questions);
    }
  }
}
