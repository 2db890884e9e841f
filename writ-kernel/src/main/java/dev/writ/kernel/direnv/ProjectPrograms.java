// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.direnv;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;

/// Which files of a project programs run or evaluate that an `.envrc` starts. A name with a slash
/// behind it is a directory.
final class ProjectPrograms {
  /// What makes an environment of files, also where a function has its name (`use_nix`): a line
  /// each, the programs' names, then the files.
  private static final String ENVIRONMENTS =
      """
      nix flake lorri devenv devbox | flake.nix flake.lock shell.nix default.nix devenv.nix \
      devenv.local.nix devenv.yaml devenv.local.yaml devenv.lock devbox.json devbox.lock \
      .devenv/ .devbox/
      flox | .flox/
      guix | guix.scm manifest.scm channels.scm
      pixi | pixi.toml pixi.lock pyproject.toml
      opam | _opam/
      php | vendor/bin/
      layout_go | bin/
      vim | .vimrc.local
      poetry pdm uv uvx hatch rye | pyproject.toml setup.py setup.cfg uv.toml poetry.toml \
      pdm.toml hatch.toml
      pipenv | Pipfile Pipfile.lock
      conda mamba micromamba anaconda | environment.yml environment.yaml
      spack | spack.yaml
      """;

  /// What runs or evaluates a project's files, likewise.
  private static final String PROGRAMS =
      """
      make gmake bmake | Makefile makefile GNUmakefile BSDmakefile
      cmake | CMakeLists.txt CMakePresets.json CMakeUserPresets.json
      just | justfile Justfile .justfile
      task | Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml
      ninja | build.ninja
      scons | SConstruct
      npm npx pnpm yarn bun bunx node nodejs | package.json index.js
      deno | deno.json deno.jsonc
      python python2 python3 | __main__.py
      pip pip3 | pyproject.toml setup.py setup.cfg
      composer | composer.json vendor/bin/
      tox nox invoke inv fab doit | tox.ini noxfile.py tasks.py fabfile.py dodo.py pyproject.toml
      bundle bundler rake ruby | Gemfile Gemfile.lock gems.rb Rakefile
      vagrant | Vagrantfile
      cargo | Cargo.toml build.rs
      go | go.mod go.work main.go
      gradle gradlew | build.gradle build.gradle.kts settings.gradle settings.gradle.kts
      mvn mvnw mvnd | pom.xml
      sbt | build.sbt
      mix | mix.exs
      stack cabal | stack.yaml package.yaml cabal.project
      lein clojure clj | project.clj deps.edn
      docker podman | compose.yaml compose.yml docker-compose.yaml docker-compose.yml \
      docker-compose.override.yml compose.override.yaml Dockerfile
      foreman overmind hivemind | Procfile
      tilt | Tiltfile
      bazel bazelisk | MODULE.bazel WORKSPACE BUILD.bazel BUILD
      """;

  private static final Map<String, List<String>> OF_ENVIRONMENTS = files(ENVIRONMENTS);

  private static final Map<String, List<String>> OF_PROGRAMS = files(PROGRAMS);

  private ProjectPrograms() {}

  private static Map<String, List<String>> files(String rows) {
    Map<String, List<String>> files = new HashMap<>();
    for (String row : rows.lines().toList()) {
      int bar = row.indexOf(" | ");
      List<String> names = List.of(row.substring(bar + 3).split(" ", -1));
      for (String program : row.substring(0, bar).split(" ", -1)) {
        files.put(program, names);
      }
    }
    return files;
  }

  /// What a command with that word in it may evaluate. A word such as `docker-compose` or `use_nix`
  /// has a program's name as a part.
  static List<String> evaluatedBy(String word) {
    String name = word.substring(word.lastIndexOf('/') + 1);
    boolean function = name.startsWith("use_") || name.startsWith("layout_");
    List<String> found = new ArrayList<>(OF_ENVIRONMENTS.getOrDefault(name, List.of()));
    StringTokenizer parts = new StringTokenizer(name, "_-");
    while (parts.hasMoreTokens()) {
      String part = parts.nextToken();
      found.addAll(OF_ENVIRONMENTS.getOrDefault(part, List.of()));
      if (!function) {
        found.addAll(OF_PROGRAMS.getOrDefault(part, List.of()));
      }
    }
    return found;
  }
}
