// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.app.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A kind of project, recognised by its files, with the programs that belong to it.
///
/// @param files names in the project's directory, one of which is enough
/// @param binaries programs, and scripts of the project that take their place
/// @param tools commands of packs, with globs
record Stack(String name, List<String> files, List<String> binaries, List<String> tools) {
  /// What every project gets: looking, and Git without its remotes.
  private static final Stack EVERY =
      of(
          "every project",
          "",
          ("git rg sed awk jq tree wc sort uniq cut tr nl tac column diff cmp comm join paste du"
                  + " file stat date basename dirname realpath sha256sum md5sum mkdir touch cp mv rm"
                  + " ln")
              .split(" "));

  private static final List<Stack> KNOWN =
      List.of(
          of("Maven", "pom.xml", "mvn", "java", "javac", "jar"),
          of(
              "Gradle",
              "build.gradle build.gradle.kts settings.gradle.kts",
              "gradle",
              "java",
              "javac",
              "jar"),
          of("npm", "package.json", "npm", "node", "npx", "pnpm", "yarn"),
          of("Python", "pyproject.toml setup.py requirements.txt", "python", "pytest", "uv", "pip"),
          of("Cargo", "Cargo.toml", "cargo"),
          of("Go", "go.mod", "go", "gofmt"),
          of("Swift", "Package.swift", "swift"),
          of("CMake", "CMakeLists.txt", "cmake", "ctest", "make", "ninja", "gcc"),
          of("Make", "Makefile makefile GNUmakefile", "make", "gcc"));

  /// Scripts that a project brings along instead of an installed program, with that one's name.
  private static final List<List<String>> WRAPPERS =
      List.of(List.of("mvnw", "mvn"), List.of("gradlew", "gradle"));

  private static Stack of(String name, String files, String... tools) {
    List<String> globs = new ArrayList<>();
    for (String tool : tools) {
      globs.add(tool);
      globs.add(tool + ".*");
    }
    List<String> binaries = new ArrayList<>(List.of(tools));
    if (name.equals("Python")) {
      binaries.add("python3");
      binaries.add("pip3");
    }
    if (binaries.contains("gcc")) {
      binaries.addAll(List.of("g++", "cc", "c++", "clang", "clang++"));
    }
    return new Stack(name, List.of(files.split(" ")), binaries, globs);
  }

  /// What is found in a project's directory.
  ///
  /// @param names of the kinds, for people
  record Found(List<String> names, List<String> binaries, List<String> tools) {}

  /// Looks which kinds a project is of.
  static Found in(Path directory) {
    List<String> names = new ArrayList<>();
    Set<String> binaries = new TreeSet<>(EVERY.binaries());
    Set<String> tools = new TreeSet<>(EVERY.tools());
    for (Stack stack : KNOWN) {
      if (stack.files().stream().anyMatch(file -> Files.isRegularFile(directory.resolve(file)))) {
        names.add(stack.name());
        binaries.addAll(stack.binaries());
        tools.addAll(stack.tools());
      }
    }
    for (List<String> wrapper : WRAPPERS) {
      if (Files.isRegularFile(directory.resolve(wrapper.getFirst()))) {
        binaries.add("./" + wrapper.getFirst());
        tools.add(wrapper.getLast() + ".*");
      }
    }
    return new Found(names, List.copyOf(binaries), List.copyOf(tools));
  }
}
