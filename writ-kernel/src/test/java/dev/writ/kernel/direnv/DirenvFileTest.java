// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.direnv;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "path_add PYTHONPATH src | src/json.py | true",
        "path_add PYTHONPATH src | src/yaml/__init__.py | true",
        "path_add PYTHONPATH src | src/app/a.py | false",
        "'export PATH=\"${PWD}/bin:$PATH\"' | bin/ls | true",
        "'layout python3' | python3 | false",
      })
  void itsWordsAreThePlacesThatItReads(String line, String place, boolean named) {
    DirenvFile file = DirenvFile.of(HERE, line + "\n");

    assertThat(file.names(HERE.resolve(place).normalize())).isEqualTo(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "source envs | envs",
        "'. envs' | envs",
        "'set -a; . envs; set +a' | envs",
        "'if [ -f envs ]; then source envs; fi' | envs",
        "strict_env source envs | envs",
        "source_env_if_exists local | local",
        "source_up_if_exists local | ../local",
        "source_env $(find_up local) | local",
        "source_env \"$(find_up local)\" | ../local",
        "source $STAGE.rc | test.rc",
        "'. <(cat envs)' | envs",
        "dotenv config | config",
        "dotenv config | config/.env",
        "watch_dir nix | nix/modules/a.nix",
        "load_prefix local | local/bin/git",
        "load_prefix ./local | local/lib/libc.so.6",
        "PATH_add \"tools\" | tools/git",
        "PATH_add ${PWD}/tools | tools/git",
        "PATH_add $(pwd)/tools | tools/git",
        "PATH_add `pwd`/tools | tools/git",
        "PATH_add $(expand_path tools) | tools/git",
        "PATH_add \"$(git rev-parse --show-toplevel)/tools\" | ../tools/git",
        "PATH_add $UNKNOWN/tools | tools/git",
        "PATH=tools:$PATH | tools/git",
        "export PATH=\"./tools:$PATH\" | tools/git",
        "cd sub; PATH_add tools | sub/tools/git",
        "eval 'PATH_add tools' | tools/git",
        "export PYTHONPATH=$PWD/lib | lib/sitecustomize.py",
        "export RUBYLIB=lib RUBYOPT=-rhook | lib/hook.rb",
        "export PERL5LIB=lib | lib/File/Spec.pm",
        "export RUBYOPT=-I./lib | lib/hook.rb",
        "export BASH_ENV=bashenv | bashenv",
      })
  void aWordInSuchAPlaceIsOneWithoutADotOrASlash(String line, String place) {
    DirenvFile file = DirenvFile.of(HERE, line + "\n");

    assertThat(file.names(HERE.resolve(place).normalize())).isTrue();
    assertThat(file.names(HERE.resolve("src/Main.java"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "layout php | vendor/bin/git",
        "layout go | bin/git",
        "export NODE_VERSIONS=$PWD/versions | versions/node-v20.1.0/bin/node",
        "direnv_layout_dir=$PWD/layout | layout/bin/git",
        "layout opam | _opam/bin/git",
        "layout_opam | _opam/bin/git",
        "eval $(opam env) | _opam/bin/git",
        "layout anaconda ./env | env",
        "use vim | .vimrc.local",
        "use vim vimrc | vimrc",
        "use guix | manifest.scm",
        "use flox | .flox/env/manifest.toml",
        "use pixi | pixi.toml",
        "'eval \"$(devbox generate direnv --print-envrc)\"' | devbox.json",
        "'eval \"$(lorri direnv)\"' | shell.nix",
        "'eval \"$(pixi shell-hook)\"' | pixi.toml",
        "'eval \"`flox activate`\"' | .flox/env.json",
        "'eval \"$(make -s env)\"' | Makefile",
        "'eval \"$(make -s env)\"' | ../GNUmakefile",
        "make -C sub env | sub/Makefile",
        "'A=$(make env)' | Makefile",
        "docker-compose up -d | compose.yaml",
        "python3 setup_env | setup_env",
        "python3 -m tools.env | tools/env.py",
        "python3 tools | tools/__main__.py",
        "direnv_load python3 setup_env | setup_env",
      })
  void whatItsProgramsReadCounts(String line, String place) {
    DirenvFile file = DirenvFile.of(HERE, line + "\n");

    assertThat(file.names(HERE.resolve(place).normalize())).isTrue();
    assertThat(file.names(HERE.resolve("src/Main.java"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "D=tools;PATH_add $D | tools/git",
        "D=tools;PATH_add \"${D}\"/bin | tools/bin/git",
        "A=tools;B=$A/bin;PATH_add $B | tools/bin/git",
        "D=one;D=tools;PATH_add $D | tools/git",
        "D=tools;D=$D/bin;PATH_add $D | tools/git",
        "export GEM_HOME=$PWD/gems;PATH_add $GEM_HOME/bin | gems/bin/git",
        "export ROOT=$(git rev-parse --show-toplevel);PATH_add $ROOT/tools | tools/git",
        "for d in tools x; do;PATH_add $d;done | tools/git",
        "for d in tools x; do;PATH_add $d;done | x/git",
        "DIRS=\"tools x\";for d in $DIRS; do PATH_add $d; done | tools/git",
        "DIRS=(tools x);for d in \"${DIRS[@]}\"; do PATH_add $d; done | tools/git",
        "for f in env.d/*; do;source $f;done | env.d/10-a",
        "for f in env.d/*.sh; do source $f; done | env.d/a.sh",
        "for f in *.rc; do source $f; done | a.rc",
        "add() {;PATH_add \"$1\";};add tools | tools/git",
        "while read -r d; do;PATH_add $d;done < dirs | dirs",
        "PATH_add $(printf tools) | tools/git",
        "PATH_add ${X:-tools} | tools/git",
        "PATH_add {tools,scripts} | tools/git",
        "PATH_add ${X-tools} | tools/git",
        ": ${D:=tools};PATH_add $D | tools/git",
        "set -- tools;PATH_add $1 | tools/git",
        "C=\"source envs\";eval \"$C\" | envs",
        "trap 'source envs' EXIT | envs",
        "path_add \"$V\" tools | tools/git",
        "path_add ANSIBLE_CONFIG config | config",
        "PATH+=:tools | tools/git",
        "D=${D:-tools};PATH_add $D | tools/git",
        "PATH_add \"$(cd tools && pwd)/bin\" | tools/bin/git",
        "D=$(dirname \"${BASH_SOURCE[0]}\");PATH_add $D/tools | tools/git",
        "PATH_add $(false;echo ~);X=tools | tools/git",
        "printf -v D %s tools;PATH_add $D | tools/git",
        "while read -r l; do;eval \"$l\";done < config | config",
        "read -r l < config;eval \"$l\" | config",
        "PATH_add ~+/tools | tools/git",
        "export GIT_SSH_COMMAND=\"ssh -F config\" | config",
        "export NIX_PATH=nixpkgs=$PWD/pkgs | pkgs/default.nix",
        "PATH_add \"$(direnv_layout_dir)/bin\" | .direnv/bin/git",
        "X=$(cat list);source $X/tools | tools",
        "X=lists/tools;PATH_add $(basename $X) | tools/git",
      })
  void whatItSaysElsewhereIsPutIn(String lines, String place) {
    DirenvFile file = DirenvFile.of(HERE, lines.replace(';', '\n'));

    assertThat(file.names(HERE.resolve(place))).isTrue();
    assertThat(file.names(HERE.resolve("src/Main.java"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/Main.java",
        "test/a.sh",
        "app",
        "app/main.py",
        "build/a",
        "data/a.csv",
        "Makefile",
        "package.json",
        "bin/a",
        "postgres/a",
        "a.txt",
      })
  void fewOrdinaryFilesAreNamed(String place) {
    DirenvFile file =
        DirenvFile.of(
            HERE,
            """
            # what make, app and test use
            export STAGE=test NAME="the app" A='build; data'
            export DATABASE_URL=postgres://localhost:5432/app
            export DATA_PATH=data
            export PATH="$HOME/bin:$JAVA_HOME/bin:$PATH"
            export VERSION=$(git describe --tags)
            export LD_LIBRARY_PATH=$HOME/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
            export PYTHONPATH=~/py:${PYTHONPATH:-}
            export JAVA_TOOL_OPTIONS="-Dspring=app -Xmx1g"
            DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
            use node 20
            layout python3
            PATH_add "$DIR/tools"
            PATH_add "$(brew --prefix)/opt/node/bin"
            PATH_add "$(go env GOPATH)/bin"
            env_vars_required JAVA_HOME TEST_DIR
            PATH_add "$TEST_DIR/tools"
            path_add PATH ~/tools
            for each in one two; do
              log_status "$each: app"
            done
            PATH_add ~/bin
            PATH_add "${HOME}/.local/bin"
            watch_file $(find src -name '*.nix')
            cd "$(git rev-parse --show-cdup)"
            [ -d build ] && echo "app and test in build" || log_error 'no build'
            has make && unset test
            source <(kubectl completion bash)
            if [[ -z $STAGE ]]; then
              export STAGE=app
            fi
            """);

    assertThat(file.names(HERE.resolve(place))).isFalse();
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
  void aQuoteInADocumentHidesNothing() {
    DirenvFile file =
        DirenvFile.of(HERE, "cat <<EOF\ndon't\nEOF\nsource envs\necho $'it\\'s'\n. local\n");

    assertThat(file.names(HERE.resolve("envs"))).isTrue();
    assertThat(file.names(HERE.resolve("local"))).isTrue();
  }

  @Test
  void aLinkToAllOfItNamesNothing() {
    DirenvFile file =
        DirenvFile.of(HERE, "PATH_add tools\n").with(each -> each.endsWith("tools") ? HERE : each);

    assertThat(file.names(HERE.resolve("tools/git"))).isTrue();
    assertThat(file.names(HERE.resolve("a.txt"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"$(", "`", "${a:-", "'", "\"$(\"", "\\", "a=$a$a;", "$", "<(", "{"})
  void anyTextCanBeRead(String part) {
    String values = "a=$b$b\nb=$c$c\nc=$d$d\nd=$e$e\ne=$f$f\nf=$g$g\ng=$h$h\nh=$i$i\n";
    DirenvFile file = DirenvFile.of(HERE, "source envs\n" + values + part.repeat(20_000));

    assertThat(file.names(HERE.resolve("envs"))).isTrue();
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
