// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an `.envrc` names.
class DirenvFileTest {
  private static final Path HERE = Path.of("/w/p");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "source_env_if_exists .envrc.local | .envrc.local | true",
        "source_env scripts/dev.sh | scripts/dev.sh | true",
        "'. ./scripts/dev.sh' | scripts/dev.sh | true",
        "source ../shared.sh | ../shared.sh | true",
        "'source \"$PWD/dev.sh\"' | dev.sh | true",
        "source scripts/dev.sh | scripts/other.sh | false",
        "'# source scripts/dev.sh' | scripts/dev.sh | false",
        "export A=1 # scripts/dev.sh | scripts/dev.sh | false",
        "export A=1 | .envrc.me | true",
        "export A=1 | sub/.envrc.me | false",
        "export A=1 | .envrc.example | false",
        "export A=1 | .env | false",
        "dotenv | .env | true",
        "dotenv | .ENV.local | true",
        "dotenv | .env.sample | false",
        "dotenv | .environment | false",
        "dotenv | a.txt | false",
        "dotenv config/dev.env | config/dev.env | true",
        "dotenv_if_exists .env.$STAGE | .env.prod | true",
        "watch_file nix/shell.nix | nix/shell.nix | true",
        "use flake | flake.nix | true",
        "use flake | .devenv/profile | true",
        "use flake ./nix | nix/flake.nix | true",
        "use flake path:./nix#dev | nix/flake.nix | true",
        "use_nix | shell.nix | true",
        "use node 20 | shell.nix | false",
        "PATH_add bin | bin/ls | true",
        "PATH_add bin | bin | true",
        "PATH_add . | a.txt | false",
        "PATH_add .. | a.txt | false",
        "PATH_add node_modules/.bin | node_modules/.bin/ls | false",
        "path_add PATH tools/bin | tools/bin/ls | true",
        "path_add PYTHONPATH src | src/a.py | false",
        "'export PATH=\"${PWD}/bin:$PATH\"' | bin/ls | true",
        "'layout python3' | python3 | false",
      })
  void itsWordsAreThePlacesThatItReads(String line, String place, boolean named) {
    DirenvFile file = DirenvFile.of(HERE, line + "\n");

    assertThat(file.names(HERE.resolve(place).normalize())).isEqualTo(named);
  }

  @Test
  void aDirectoryHoldsWhatIsNamed() {
    DirenvFile file = DirenvFile.of(HERE, "source env/dev.sh\nPATH_add my/bin\nsource \0\n");

    assertThat(file.namesBelow(HERE.resolve("env"))).isTrue();
    assertThat(file.namesBelow(HERE.resolve("my"))).isTrue();
    assertThat(file.namesBelow(Path.of("/w"))).isTrue();
    assertThat(file.namesBelow(HERE.resolve("src"))).isFalse();
    assertThat(file.namesBelow(HERE.resolve("env/dev.sh"))).isFalse();
  }

  @Test
  void whereItsFilesLeadCountsToo() {
    DirenvFile file =
        DirenvFile.of(HERE, "source dev.sh\n")
            .with(each -> each.endsWith("dev.sh") ? HERE.resolve("real.sh") : each);

    assertThat(file.names(HERE.resolve("dev.sh"))).isTrue();
    assertThat(file.names(HERE.resolve("real.sh"))).isTrue();
  }
}
