// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a person's direnv reads as soon as they enter the directory.
class DirenvTest {
  private static final String ENVRC =
      "source_env_if_exists .envrc.local\ndotenv_if_exists .env.dev\nuse flake\nPATH_add bin\n";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "namespaces, .direnv/flake-profile.rc, ''",
    "landlock, .direnv/flake-profile.rc, ''",
    "namespaces, .direnv/bin/ls, ''",
    "landlock, .direnv/bin/ls, ''",
    "namespaces, .envrc.local, ''",
    "landlock, .envrc.local, ''",
    "namespaces, .env.dev, ''",
    "landlock, .env.dev, ''",
    "landlock, .env, : > .envrc;",
    "landlock, .env.dev, rm .envrc;",
    "landlock, sub/.env, : > sub/.envrc;",
    "namespaces, sub/.env, ''",
    "namespaces, bin/ls, ''",
    "landlock, flake.nix, ''",
  })
  void whatAnEnvrcReadsStaysAsItIs(String mechanism, String file, String first) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", ".direnv/\n.envrc.local\n.env*\n!.envrc\nscript.txt\n");
      door.file(".envrc", ENVRC);
      door.file("sub/.envrc", "dotenv\n");
      Scripts.repository(door);

      CallAnswer answer =
          Scripts.sh(
              door,
              "%s mkdir -p $(dirname %s); echo evil > %s; echo more > more.txt"
                  .formatted(first, file, file));

      String said = answer.result().content();
      assertThat(door.root.resolve(file)).as(said).doesNotExist();
      assertThat(door.root.resolve(".envrc")).as(said).hasContent(ENVRC);
      assertThat(Door.code(answer)).as(said).isEqualTo("PROTECTED_PATH");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namespaces | eval \"$(devbox generate direnv --print-envrc)\" | devbox.json",
        "landlock | eval \"$(make -s env)\" | Makefile",
        "namespaces | load_prefix local | local/bin/git",
        "landlock | source envs | envs",
        "namespaces | layout php | vendor/bin/git",
        "landlock | for d in tools scripts; do PATH_add $d; done | tools/git",
        "namespaces | D=tools; PATH_add $D | tools/git",
        "landlock | export PYTHONPATH=$PWD/lib | lib/sitecustomize.py",
      })
  void whatItsWordsNameAsksForAPerson(String mechanism, String envrc, String file)
      throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", ".envrc\nscript.txt\n");
      door.file(".envrc", envrc + "\n");
      door.file("src/a.txt", "one\n");
      Scripts.repository(door);

      CallAnswer answer =
          Scripts.sh(
              door,
              "mkdir -p $(dirname %s); echo evil > %s; echo two > src/a.txt".formatted(file, file));

      String said = answer.result().content();
      assertThat(Door.code(answer)).as(said).isEqualTo("PROTECTED_PATH");
      assertThat(door.root.resolve(file)).as(said).doesNotExist();
      assertThat(Door.code(Scripts.sh(door, "echo two > src/a.txt"))).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void withoutAnEnvrcSettingsAreAProjectsOwn(String mechanism) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", "script.txt\n");
      Scripts.repository(door);

      CallAnswer answer = Scripts.sh(door, "echo A=1 > .env.local; echo '{}' > flake.nix");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(door.root.resolve(".env.local")).hasContent("A=1");
    }
  }
}
