// Implements: docs/spec/17-quality.md §17.2 (Traceability)
package dev.writ.checks;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The checkout that these tests look at.
final class Project {
  static final Path ROOT =
      Path.of(System.getProperty("writ.root", "..")).toAbsolutePath().normalize();

  /// The modules with production code.
  static final List<String> MODULES =
      List.of(
          "base", "command", "records", "sandbox", "kernel", "history", "tools", "engine", "wire",
          "syntax", "app");

  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^\\s*(?:(?:public|private|protected|static|final|abstract|sealed|non-sealed)\\s+)*"
              + "(?:class|record|interface|@interface|enum) ([A-Z]\\w*)");

  private Project() {}

  /// Is this run to rewrite what it compares with (`-Dgolden=update`)?
  static boolean updatesGolden() {
    return "update".equals(System.getProperty("golden"));
  }

  /// The built jar of a module; `testkit` has one too.
  static Path jar(String module) {
    Path target = ROOT.resolve("writ-" + module + "/target");
    return files(
            target, 1, path -> path.getFileName().toString().matches("writ-.*(?<!-tests)\\.jar"))
        .stream()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no jar in " + target + ": run ./dev check"));
  }

  /// Every Java source, tests included.
  static List<Path> sources() {
    return modules().flatMap(module -> java(module.resolve("src")).stream()).toList();
  }

  /// Every Java source that is shipped or shared by tests.
  static List<Path> mainSources() {
    return modules().flatMap(module -> java(module.resolve("src/main")).stream()).toList();
  }

  /// The Markdown that the project wrote itself, the specification included.
  static List<Path> markdown() {
    List<Path> found =
        new ArrayList<>(files(ROOT, 1, path -> path.getFileName().toString().endsWith(".md")));
    found.addAll(files(ROOT.resolve("docs"), 9, path -> path.toString().endsWith(".md")));
    return found;
  }

  /// The names of all files below the modules' sources, resources included.
  static Set<String> fileNames() {
    return Index.FILE_NAMES;
  }

  /// The simple names of all types that the sources declare, nested ones too.
  static Set<String> typeNames() {
    return Index.BY_TYPE.keySet();
  }

  /// The texts of the sources that declare a type of that simple name.
  static List<String> declaring(String type) {
    return Index.BY_TYPE.getOrDefault(type, List.of());
  }

  /// Read once, on demand.
  private static final class Index {
    private static final Set<String> FILE_NAMES =
        modules()
            .flatMap(module -> files(module.resolve("src"), 99, _ -> true).stream())
            .map(file -> file.getFileName().toString())
            .collect(toCollection(TreeSet::new));

    private static final Map<String, List<String>> BY_TYPE = new TreeMap<>();

    static {
      for (Path source : sources()) {
        String text = read(source);
        TYPE.matcher(text)
            .results()
            .map(match -> match.group(1))
            .distinct()
            .forEach(type -> BY_TYPE.computeIfAbsent(type, _ -> new ArrayList<>()).add(text));
      }
    }
  }

  /// The path as it is written in documents.
  static String relative(Path path) {
    return ROOT.relativize(path).toString().replace('\\', '/');
  }

  static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines of one of these tests' data files without comments (`#`) and empty lines.
  static List<String> data(String name) {
    try (InputStream in = Project.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replaceFirst("(^|\\s)#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> modules() {
    return Stream.concat(MODULES.stream(), Stream.of("testkit", "checks"))
        .map(name -> ROOT.resolve("writ-" + name));
  }

  private static List<Path> java(Path directory) {
    return files(directory, 99, path -> path.toString().endsWith(".java"));
  }

  private static List<Path> files(Path directory, int depth, Predicate<Path> wanted) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory, depth)) {
      return all.filter(Files::isRegularFile).filter(wanted).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
