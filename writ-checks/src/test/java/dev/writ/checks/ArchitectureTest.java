// Implements: docs/spec/02-architecture.md §2.2 (Modules); docs/spec/02-architecture.md §2.6
// (Conventions)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The permitted dependencies of packages. The table of packages is `package-table.txt`;
/// docs/reference/packages.md shows it.
class ArchitectureTest {
  private static final String OURS = "dev.writ.";

  /// The modules that a module may use: only the kernel uses the sandbox, only the program uses
  /// history, and `tools ⊥ engine`, `tools ⊥ wire`.
  private static Set<String> below(String module) {
    return switch (module) {
      case "base" -> Set.of();
      case "command", "records", "sandbox" -> Set.of("base");
      case "history", "syntax" -> Set.of("base", "records");
      case "kernel" -> Set.of("base", "command", "records", "sandbox");
      case "tools", "engine" -> Set.of("base", "command", "records", "kernel");
      case "wire" -> Set.of("base", "kernel", "engine");
      case "app" ->
          Set.of(
              "base", "command", "records", "kernel", "history", "tools", "engine", "wire",
              "syntax");
      default -> throw new IllegalArgumentException("a new module? " + module);
    };
  }

  /// The users of their process's streams; the parser's are pipes to Writ.
  private static final List<String> CONSOLE =
      List.of("dev.writ.app..", "dev.writ.syntax.parser.ParserMain");

  private static final Pattern SHOWN =
      Pattern.compile("(?s)(<!-- packages:begin -->\n).*?(<!-- packages:end -->)");

  @Test
  void seesTheWholeProgram() {
    assertThat(Built.CLASSES).hasSizeGreaterThan(Built.LEAST_CLASSES);
    assertThat(Built.packages()).containsKeys("dev.writ.kernel.door", "dev.writ.app");
  }

  @Test
  void packagesUseExactlyWhatTheTableAllows() {
    Map<String, Set<String>> actual = new TreeMap<>();
    Built.packages().forEach((name, used) -> actual.put(shorten(name), shorten(used)));

    // Rows are shown as they would have to read, to be copied where the change is wanted.
    assertThat(rows(actual)).containsExactlyElementsOf(rows(table()));
  }

  @Test
  void modulesUseOnlyWhatLiesBelow() {
    List<String> wrong = new ArrayList<>();
    Built.packages()
        .forEach(
            (name, used) ->
                used.stream()
                    .filter(other -> !module(other).equals(module(name)))
                    .filter(other -> !below(module(name)).contains(module(other)))
                    .forEach(other -> wrong.add(name + " uses " + other)));
    assertThat(wrong).isEmpty();
  }

  @Test
  void packagesHaveNoCycles() {
    Map<String, Set<String>> left = new TreeMap<>(Built.packages());
    // A package that uses no remaining one is in no cycle.
    while (left.entrySet().removeIf(row -> row.getValue().stream().noneMatch(left::containsKey))) {}
    // And a package that no remaining one uses only leads to one.
    while (left.keySet()
        .removeIf(name -> left.values().stream().noneMatch(used -> used.contains(name)))) {}
    left.values().forEach(used -> used.retainAll(left.keySet()));
    assertThat(left).isEmpty();
  }

  @Test
  void nothingIsSharedInStaticVariables() {
    assertThat(
            Built.CLASSES.stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
                .filter(field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC))
                .map(field -> field.getFullName()))
        .isEmpty();
  }

  @Test
  void plainBlockingCodeWithoutFuturesOrConsole() {
    List<Built.Use> uses = Built.uses(Built.in("dev.writ.."));
    List<String> nowhere =
        List.of(
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Flow",
            "java.lang.Throwable.printStackTrace");
    List<String> console =
        List.of("java.lang.System.out", "java.lang.System.err", "java.lang.System.in");
    assertThat(uses).hasSizeGreaterThan(100);
    assertThat(uses).filteredOn(use -> nowhere.stream().anyMatch(use::matches)).isEmpty();
    assertThat(uses)
        .filteredOn(use -> CONSOLE.stream().noneMatch(who -> Built.covers(who, use.from())))
        .filteredOn(use -> console.stream().anyMatch(use::matches))
        .isEmpty();
  }

  /// A channel may take only some bytes at a time. Each of these writes until nothing is left.
  @Test
  void onlyTheseWriteToChannels() {
    assertThat(Built.uses(Built.in("dev.writ..")))
        .filteredOn(use -> use.member().matches("java\\.nio\\.channels\\.\\w+\\.write"))
        .extracting(Built.Use::from)
        .containsOnly(
            "dev.writ.records.journal.DiskPort",
            "dev.writ.sandbox.os.FullWrite",
            "dev.writ.wire.http.PlainConnection",
            "dev.writ.wire.keyring.DBusConnection");
  }

  @Test
  void theReferenceShowsTheTable() throws IOException {
    Path file = Project.ROOT.resolve("docs/reference/packages.md");
    String text = Project.read(file);
    String generated =
        SHOWN.matcher(text).replaceFirst("$1" + Matcher.quoteReplacement(markdown()) + "$2");
    if (Project.updatesGolden()) {
      Files.writeString(file, generated);
      return;
    }
    assertThat(SHOWN.matcher(text).find()).as("markers in " + file).isTrue();
    assertThat(text).as("./dev golden rewrites it").isEqualTo(generated);
  }

  private static String markdown() {
    return table().entrySet().stream()
        .map(
            row ->
                "| `"
                    + row.getKey()
                    + "` | "
                    + purpose(row.getKey())
                    + " | "
                    + String.join(", ", row.getValue())
                    + " |\n")
        .collect(
            Collectors.joining("", "| package | what it is for | uses |\n|---|---|---|\n", ""));
  }

  /// The first sentence of the package's own description.
  private static String purpose(String name) {
    Path file =
        Project.ROOT.resolve(
            "writ-%s/src/main/java/dev/writ/%s/package-info.java"
                .formatted(module(OURS + name), name.replace('.', '/')));
    String text =
        Project.read(file)
            .lines()
            .filter(line -> line.startsWith("/// "))
            .map(line -> line.substring(4))
            .collect(Collectors.joining(" "));
    return text.replaceFirst("(?<=[.:])\\s.*", "")
        .replaceAll("[.:]$", "")
        .replaceAll("\\[(\\w+)]", "$1");
  }

  private static Map<String, Set<String>> table() {
    Map<String, Set<String>> rows = new TreeMap<>();
    for (String line : Project.data("package-table.txt")) {
      String[] parts = line.split("\\s*:\\s*", 2);
      rows.put(
          parts[0],
          Stream.of(parts[1].split("\\s+"))
              .filter(name -> !name.isEmpty())
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    return rows;
  }

  private static List<String> rows(Map<String, Set<String>> table) {
    return table.entrySet().stream()
        .map(row -> (row.getKey() + ": " + String.join(" ", row.getValue())).strip())
        .toList();
  }

  private static Set<String> shorten(Set<String> names) {
    return names.stream()
        .map(ArchitectureTest::shorten)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String shorten(String name) {
    return name.substring(OURS.length());
  }

  private static String module(String name) {
    String first = shorten(name).replaceFirst("\\..*", "");
    return first.equals("pack") ? "command" : first;
  }
}
