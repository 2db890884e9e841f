// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.app.command.grant;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A kind of project, recognised by its files.
///
/// @param files names in the project's directory, one of which suffices
record ProjectStack(String name, List<String> files) {
  private static final List<ProjectStack> KNOWN =
      List.of(
          of("Maven", "pom.xml"),
          of("Gradle", "build.gradle", "build.gradle.kts", "settings.gradle.kts"),
          of("npm", "package.json"),
          of("Python", "pyproject.toml", "setup.py", "requirements.txt"),
          of("Cargo", "Cargo.toml"),
          of("Go", "go.mod"),
          of("Swift", "Package.swift"),
          of("CMake", "CMakeLists.txt"),
          of("Make", "Makefile", "makefile", "GNUmakefile"),
          of("containers", "Dockerfile", "docker-compose.yml", "compose.yml", "compose.yaml"),
          of("Terraform", "main.tf", "versions.tf"));

  private static ProjectStack of(String name, String... files) {
    return new ProjectStack(name, List.of(files));
  }

  /// The names of the kinds whose files a directory has.
  static List<String> namesIn(Path directory) {
    return KNOWN.stream()
        .filter(
            stack ->
                stack.files().stream()
                    .anyMatch(file -> Files.isRegularFile(directory.resolve(file))))
        .map(ProjectStack::name)
        .toList();
  }
}
