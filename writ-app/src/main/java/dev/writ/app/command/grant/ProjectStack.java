// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.app.command.grant;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A kind of project, recognised by its files, with the tools that belong to it. A tool stands for
/// all programs of its pack.
///
/// @param files names in the project's directory, one of which is enough
/// @param tools commands of packs, with globs
record ProjectStack(String name, List<String> files, List<String> tools) {
  /// What every project gets. What reaches out or can destroy asks all the same.
  private static final ProjectStack EVERY =
      of(
          "every project",
          "",
          ("git rg fd sed awk jq tree wc sort uniq cut tr nl tac column diff cmp comm join paste du df"
                  + " file stat date basename dirname realpath readlink sha256sum md5sum cksum mkdir"
                  + " rmdir touch cp mv rm ln chmod truncate tee echo printf test cat head tail grep"
                  + " find ls seq sleep true expr mktemp uname whoami hostname id nproc uptime free"
                  + " ps printenv env pwd which type xxd hexdump od strings fold fmt expand rev base64"
                  + " tar gzip zcat zip unzip shellcheck curl wget gh")
              .split(" "));

  private static final List<ProjectStack> KNOWN =
      List.of(
          of("Maven", "pom.xml", "mvn", "java", "javac", "javap", "jar"),
          of(
              "Gradle",
              "build.gradle build.gradle.kts settings.gradle.kts",
              "gradle",
              "java",
              "javac",
              "javap",
              "jar"),
          of(
              "npm",
              "package.json",
              "npm node npx pnpm yarn tsc eslint prettier jest javascript".split(" ")),
          of(
              "Python",
              "pyproject.toml setup.py requirements.txt",
              "python pytest uv uvx pip poetry ruff black mypy flake8 coverage".split(" ")),
          of("Cargo", "Cargo.toml", "cargo", "rustc"),
          of("Go", "go.mod", "go", "gofmt", "golangci-lint"),
          of("Swift", "Package.swift", "swift"),
          of("CMake", "CMakeLists.txt", "cmake", "ctest", "make", "ninja", "gcc", "ld-readers"),
          of("Make", "Makefile makefile GNUmakefile", "make", "gcc", "ld-readers"),
          of(
              "containers",
              "Dockerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml",
              "docker",
              "kubectl"),
          of("Terraform", "main.tf versions.tf", "terraform"));

  /// Scripts that a project brings along instead of an installed program, with that one's name.
  private static final List<List<String>> WRAPPERS =
      List.of(List.of("mvnw", "mvn"), List.of("gradlew", "gradle"));

  private static ProjectStack of(String name, String files, String... tools) {
    List<String> globs = new ArrayList<>();
    for (String tool : tools) {
      globs.add(tool);
      globs.add(tool + ".*");
    }
    return new ProjectStack(name, List.of(files.split(" ")), globs);
  }

  /// What is found in a project's directory.
  ///
  /// @param names of the kinds, for people
  record Found(List<String> names, List<String> tools) {}

  /// Looks which kinds a project is of.
  static Found in(Path directory) {
    List<String> names = new ArrayList<>();
    Set<String> tools = new TreeSet<>(EVERY.tools());
    for (ProjectStack stack : KNOWN) {
      if (stack.files().stream().anyMatch(file -> Files.isRegularFile(directory.resolve(file)))) {
        names.add(stack.name());
        tools.addAll(stack.tools());
      }
    }
    for (List<String> wrapper : WRAPPERS) {
      if (Files.isRegularFile(directory.resolve(wrapper.getFirst()))) {
        tools.add(wrapper.getLast() + ".*");
      }
    }
    return new Found(names, List.copyOf(tools));
  }
}
